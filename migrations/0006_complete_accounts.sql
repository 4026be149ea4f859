-- What members may choose and hold, and what a link from a mail brings along.

ALTER TABLE members ADD COLUMN hidden_from_community INTEGER NOT NULL DEFAULT 0;

-- The first characters of a key, to tell one's keys apart.
ALTER TABLE api_keys ADD COLUMN prefix TEXT NOT NULL DEFAULT '';

-- A confirmation link puts into force what its own sign-up said: whoever signs
-- up with somebody else's address beforehand does not choose the password.
ALTER TABLE auth_tokens ADD COLUMN full_name TEXT;
ALTER TABLE auth_tokens ADD COLUMN password_hash TEXT;
CREATE INDEX auth_tokens_by_expiry ON auth_tokens (expires_at);
