-- A report tells how long its transcript is without reading it. What is stored
-- already is counted where it lies in one piece; joined pieces could pass the
-- bound of a value.

ALTER TABLE transcripts ADD COLUMN chars INTEGER;
UPDATE transcripts SET chars = (
	SELECT sum(length(body)) FROM transcript_parts
	WHERE transcript_parts.video_id = transcripts.video_id
) WHERE timed = 0;
UPDATE transcripts SET chars = (
	SELECT sum(length(json_extract(value, '$[1]'))) + count(*) - 1
	FROM transcript_parts, json_each(transcript_parts.body)
	WHERE transcript_parts.video_id = transcripts.video_id
) WHERE timed = 1 AND NOT EXISTS (
	SELECT 1 FROM transcript_parts
	WHERE transcript_parts.video_id = transcripts.video_id AND part > 0
);
