-- The second factor of a member: the secret that an authenticator app shares, from when on it is
-- asked for, and the last time step whose code was taken, which is never taken again.

CREATE TABLE second_factors (
	member_id TEXT NOT NULL PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
	secret TEXT NOT NULL,
	created_at TEXT NOT NULL,
	confirmed_at TEXT,
	last_step INTEGER NOT NULL
) STRICT;

-- Codes for a member who has lost the app, as hashes; each is deleted when it is used.
CREATE TABLE recovery_codes (
	code_hash TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	created_at TEXT NOT NULL
) STRICT;
CREATE INDEX recovery_codes_by_member ON recovery_codes (member_id);
