-- Three tables about votes that look like brigading become one, and no vote waits for a
-- person any more. Counts always include every vote; only the percentage leaves some out.

-- A vote that changed within the last minutes, and every vote that looked like brigading.
CREATE TABLE vote_checks (
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	was TEXT,
	vote_type TEXT,
	fresh INTEGER NOT NULL,
	network TEXT,
	cast_at TEXT NOT NULL,
	-- From here on NULL unless the vote is suspect.
	state TEXT CHECK (state IN ('open', 'settled', 'lifted', 'upheld')),
	cause TEXT CHECK (cause IN ('new_accounts', 'one_network')),
	direction TEXT CHECK (direction IN ('upvote', 'downvote')),
	-- Another vote came from the same network.
	shared INTEGER,
	-- Two votes came from the same network before this one.
	excess INTEGER,
	opened_at TEXT,
	decided_at TEXT,
	PRIMARY KEY (user_id, statement_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX vote_checks_recent ON vote_checks (video_id, vote_type, cast_at);
CREATE INDEX vote_checks_networks ON vote_checks (statement_id, network) WHERE network IS NOT NULL;
CREATE INDEX vote_checks_unsuspect ON vote_checks (cast_at) WHERE state IS NULL;
CREATE INDEX vote_checks_by_statement ON vote_checks (statement_id, opened_at) WHERE state IS NOT NULL;
CREATE INDEX vote_checks_by_video ON vote_checks (video_id) WHERE state IS NOT NULL;
CREATE INDEX vote_checks_by_state ON vote_checks (state, opened_at, statement_id) WHERE state IS NOT NULL;

-- The newest hold of each vote. Its network is gone, so the shared ones are ranked together.
INSERT INTO vote_checks
SELECT v.user_id, v.statement_id, h.video_id, NULL,
	(SELECT vote_type FROM votes WHERE votes.user_id = v.user_id AND votes.statement_id = v.statement_id),
	v.fresh, NULL, v.cast_at, h.state, h.cause, h.vote_type, v.shared,
	v.shared = 1 AND (
		SELECT count(*) FROM held_votes AS earlier
		WHERE earlier.hold_id = v.hold_id AND earlier.shared = 1
			AND (earlier.cast_at, earlier.user_id) < (v.cast_at, v.user_id)
	) >= 2,
	h.opened_at, h.decided_at
FROM held_votes AS v
INNER JOIN vote_holds AS h ON h.id = v.hold_id
WHERE NOT EXISTS (
	SELECT 1 FROM held_votes AS later
	WHERE later.user_id = v.user_id AND later.statement_id = v.statement_id AND later.hold_id > v.hold_id
);

-- Votes that the counters left out count again.
UPDATE statements SET
	upvotes = (SELECT count(*) FROM votes WHERE votes.statement_id = statements.id AND votes.vote_type = 'upvote'),
	downvotes = (SELECT count(*) FROM votes WHERE votes.statement_id = statements.id AND votes.vote_type = 'downvote')
WHERE id IN (SELECT statement_id FROM vote_holds WHERE state = 'upheld');
UPDATE videos SET
	upvotes = (SELECT coalesce(sum(upvotes), 0) FROM statements WHERE statements.video_id = videos.id AND statements.retired_at IS NULL),
	downvotes = (SELECT coalesce(sum(downvotes), 0) FROM statements WHERE statements.video_id = videos.id AND statements.retired_at IS NULL)
WHERE id IN (SELECT video_id FROM vote_holds WHERE state = 'upheld');

DROP TABLE held_votes;
DROP TABLE vote_holds;
DROP TABLE recent_votes;
