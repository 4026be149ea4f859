-- Members, and how they prove who they are. All tokens, codes and keys are stored as hashes.

CREATE TABLE members (
	id TEXT NOT NULL PRIMARY KEY,
	email TEXT NOT NULL,
	-- The address as it is compared, in lower case.
	email_key TEXT NOT NULL,
	full_name TEXT NOT NULL,
	avatar_url TEXT,
	password_hash TEXT,
	email_confirmed_at TEXT,
	created_at TEXT NOT NULL,
	hidden_from_community INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX members_email_key ON members (email_key);
CREATE INDEX members_unconfirmed ON members (created_at) WHERE email_confirmed_at IS NULL;

CREATE TABLE sessions (
	token_hash TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	created_at TEXT NOT NULL,
	last_seen_at TEXT NOT NULL,
	expires_at TEXT NOT NULL,
	user_agent TEXT,
	-- When the member last proved who they are. NULL if an identity provider vouched for them
	-- without saying when they signed in there.
	proven_at TEXT
) STRICT;
CREATE INDEX sessions_by_member ON sessions (member_id, created_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX sessions_by_use ON sessions (last_seen_at);

-- Browsers in which a member has signed in before. Failed sign-ins of other people do not lock the
-- member out there, and a sign-in from any other browser is reported.
CREATE TABLE known_browsers (
	token_hash TEXT NOT NULL,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	created_at TEXT NOT NULL,
	last_used_at TEXT NOT NULL,
	PRIMARY KEY (token_hash, member_id)
) STRICT;
CREATE INDEX known_browsers_by_member ON known_browsers (member_id, last_used_at);
CREATE INDEX known_browsers_by_use ON known_browsers (last_used_at);

-- A confirmation link applies the name and password of its own sign-up, and only in the browser
-- that signed up: a sign-up with another person's address does not choose that person's password.
CREATE TABLE auth_tokens (
	hash TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	purpose TEXT NOT NULL,
	created_at TEXT NOT NULL,
	expires_at TEXT NOT NULL,
	used_at TEXT,
	full_name TEXT,
	password_hash TEXT,
	browser_hash TEXT,
	-- The address that the link was sent to, if it changes the member's address.
	new_email TEXT
) STRICT;
CREATE INDEX auth_tokens_by_member ON auth_tokens (member_id, purpose);
CREATE INDEX auth_tokens_by_expiry ON auth_tokens (expires_at);

CREATE TABLE oauth_identities (
	issuer TEXT NOT NULL,
	subject TEXT NOT NULL,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	email TEXT NOT NULL,
	created_at TEXT NOT NULL,
	PRIMARY KEY (issuer, subject)
) STRICT;
CREATE INDEX oauth_identities_by_member ON oauth_identities (member_id);

-- The secret is shared with an authenticator app, so it is not hashed.
CREATE TABLE second_factors (
	member_id TEXT NOT NULL PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
	secret TEXT NOT NULL,
	created_at TEXT NOT NULL,
	confirmed_at TEXT,
	-- The latest time step whose code was accepted; its code is not accepted again.
	last_step INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_codes (
	code_hash TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	created_at TEXT NOT NULL
) STRICT;
CREATE INDEX recovery_codes_by_member ON recovery_codes (member_id);

CREATE TABLE api_keys (
	id TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	name TEXT NOT NULL,
	key_hash TEXT NOT NULL,
	created_at TEXT NOT NULL,
	last_used_at TEXT,
	-- The first characters of the key, by which its owner recognises it.
	prefix TEXT NOT NULL,
	-- A JSON list of read and write.
	scopes TEXT NOT NULL,
	expires_at TEXT
) STRICT;
CREATE UNIQUE INDEX api_keys_key_hash ON api_keys (key_hash);
CREATE INDEX api_keys_by_member ON api_keys (member_id, created_at);

-- Codes that a member's browser extension exchanges for an API key.
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
