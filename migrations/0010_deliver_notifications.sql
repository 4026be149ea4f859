-- How far members were told: a message to many goes out in slices, and votes
-- are gathered from where the last notice ended.

-- The last member, by id, whom a message to many has reached.
ALTER TABLE notification_outbox ADD COLUMN reached TEXT;

-- Of a vote_update: the last vote before those that it counts.
ALTER TABLE notifications ADD COLUMN after_vote INTEGER;

-- A vote's number is never given twice, so that a number parts old votes from new.
CREATE TABLE numbered_votes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	vote_type TEXT NOT NULL CHECK (vote_type IN ('upvote', 'downvote')),
	created_at TEXT NOT NULL
) STRICT;
INSERT INTO numbered_votes (id, user_id, statement_id, vote_type, created_at)
	SELECT id, user_id, statement_id, vote_type, created_at FROM votes;
DROP TABLE votes;
ALTER TABLE numbered_votes RENAME TO votes;
CREATE UNIQUE INDEX votes_one_each ON votes (user_id, statement_id);
CREATE INDEX votes_by_member ON votes (user_id, created_at);
CREATE INDEX votes_by_statement ON votes (statement_id);

CREATE TABLE told_votes (
	id INTEGER NOT NULL PRIMARY KEY,
	vote_id INTEGER NOT NULL
) STRICT;
INSERT INTO told_votes (id, vote_id) SELECT 1, coalesce(max(id), 0) FROM votes;
