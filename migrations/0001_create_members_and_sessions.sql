-- People, and the ways in which they prove who they are. Secrets are stored
-- hashed; email_key is the address as it is compared (lower case).

CREATE TABLE members (
	id TEXT NOT NULL PRIMARY KEY,
	email TEXT NOT NULL,
	email_key TEXT NOT NULL,
	full_name TEXT NOT NULL,
	avatar_url TEXT,
	password_hash TEXT,
	email_confirmed_at TEXT,
	created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX members_email_key ON members (email_key);

CREATE TABLE sessions (
	token_hash TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	created_at TEXT NOT NULL,
	last_seen_at TEXT NOT NULL,
	expires_at TEXT NOT NULL,
	user_agent TEXT
) STRICT;
CREATE INDEX sessions_by_member ON sessions (member_id, created_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE auth_tokens (
	hash TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	purpose TEXT NOT NULL,
	created_at TEXT NOT NULL,
	expires_at TEXT NOT NULL,
	used_at TEXT
) STRICT;
CREATE INDEX auth_tokens_by_member ON auth_tokens (member_id, purpose);

CREATE TABLE oauth_identities (
	issuer TEXT NOT NULL,
	subject TEXT NOT NULL,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	email TEXT NOT NULL,
	created_at TEXT NOT NULL,
	PRIMARY KEY (issuer, subject)
) STRICT;
CREATE INDEX oauth_identities_by_member ON oauth_identities (member_id);

CREATE TABLE api_keys (
	id TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	name TEXT NOT NULL,
	key_hash TEXT NOT NULL,
	created_at TEXT NOT NULL,
	last_used_at TEXT
) STRICT;
CREATE UNIQUE INDEX api_keys_key_hash ON api_keys (key_hash);
CREATE INDEX api_keys_by_member ON api_keys (member_id, created_at);
