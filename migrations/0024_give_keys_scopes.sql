-- What each API key may do, as a JSON list of read and write, and when it ends. Keys from before may
-- do both, and do not end.

ALTER TABLE api_keys ADD COLUMN scopes TEXT NOT NULL DEFAULT '["read","write"]';
ALTER TABLE api_keys ADD COLUMN expires_at TEXT;
