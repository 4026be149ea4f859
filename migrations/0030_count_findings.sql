-- How many counted statements of a result came out how. `finding_version` is the `version` that was
-- counted: software before these columns publishes without counting, and then it differs. The 50,000
-- newest videos are counted here, because D1 ends a statement after 30 seconds; the others when they
-- are read, until their next result.

ALTER TABLE videos ADD COLUMN finding TEXT;
ALTER TABLE videos ADD COLUMN finding_version INTEGER;

UPDATE videos SET finding_version = version, finding = (
	select json_object(
		'holds', count(*) filter (where s.ai_score is not null and (s.verdict = 'supported' or s.verdict is null and s.ai_score < 30)),
		'outdated', count(*) filter (where s.ai_score is not null and s.verdict = 'outdated'),
		'lacks_context', count(*) filter (where s.ai_score is not null and (s.verdict = 'missing_context' or s.verdict is null and s.ai_score >= 30 and s.ai_score < 70)),
		'sources_disagree', count(*) filter (where s.ai_score is not null and s.verdict = 'conflicting'),
		'refuted', count(*) filter (where s.ai_score is not null and (s.verdict = 'refuted' or s.verdict is null and s.ai_score >= 70)),
		'unverified', count(*) filter (where s.ai_score is null)
	)
	from statements s
	where s.video_id = videos.id and s.retired_at is null and s.on_request = 0
)
WHERE videos.rowid > (SELECT max(newest.rowid) - 50000 FROM videos newest);
