-- A network has one open dispute of a statement, so that nobody fills the queue from many accounts.

-- A salted hash, until the dispute is settled.
ALTER TABLE disputes ADD COLUMN network TEXT;
CREATE UNIQUE INDEX disputes_one_network ON disputes (statement_id, network) WHERE outcome = 'open' AND network IS NOT NULL;

-- What the networks of a video's open disputes are hashed with; deleted with the last of them.
CREATE TABLE dispute_salts (
	video_id TEXT NOT NULL PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
	salt TEXT NOT NULL
) STRICT, WITHOUT ROWID;
