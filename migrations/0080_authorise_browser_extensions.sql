-- Codes that a member's browser extension exchanges for an API key. Each is stored as a hash,
-- serves once and expires within a minute.

CREATE TABLE extension_codes (
	code_hash TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	session_hash TEXT NOT NULL,
	code_challenge TEXT NOT NULL,
	redirect_uri TEXT NOT NULL,
	expires_at TEXT NOT NULL
) STRICT;
CREATE INDEX extension_codes_by_member ON extension_codes (member_id);
CREATE INDEX extension_codes_by_expiry ON extension_codes (expires_at);
