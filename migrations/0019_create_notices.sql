-- Problems that anyone reports, with the team's answer.
CREATE TABLE notices (
	-- 160 random bits: who has the number reads the notice.
	number TEXT NOT NULL PRIMARY KEY,
	kind TEXT NOT NULL,
	-- A path of this site.
	path TEXT NOT NULL,
	text TEXT NOT NULL,
	-- Deleted 90 days after the answer.
	email TEXT,
	sent_at TEXT NOT NULL,
	outcome TEXT,
	answer TEXT,
	answered_at TEXT
) STRICT;

CREATE INDEX notices_newest ON notices (sent_at, number);
CREATE INDEX notices_waiting ON notices (sent_at, number) WHERE answered_at IS NULL;
CREATE INDEX notices_with_address ON notices (answered_at) WHERE email IS NOT NULL;
