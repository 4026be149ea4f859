-- What admins have taken down. A row is deleted when its subject is shown again; the audit log keeps
-- both decisions. `hidden_at` and `closed_at` repeat it, so that lists need not look it up.
CREATE TABLE takedowns (
	-- 'video', 'statement', 'dispute', 'response' or 'member'
	kind TEXT NOT NULL,
	subject_id TEXT NOT NULL,
	-- NULL for a member.
	video_id TEXT,
	-- Its name for admins.
	label TEXT NOT NULL,
	reason TEXT NOT NULL,
	sentence TEXT NOT NULL,
	hidden_at TEXT NOT NULL,
	hidden_by TEXT NOT NULL,
	-- Of a statement: what later analyses are compared with.
	claim_key TEXT,
	quote TEXT,
	quote_key TEXT,
	content TEXT,
	PRIMARY KEY (kind, subject_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX takedowns_of_video ON takedowns (video_id, kind);
CREATE INDEX takedowns_of_claim ON takedowns (claim_key) WHERE claim_key IS NOT NULL;
CREATE INDEX takedowns_newest ON takedowns (hidden_at, kind, subject_id);

ALTER TABLE videos ADD COLUMN hidden_at TEXT;
ALTER TABLE members ADD COLUMN closed_at TEXT;
