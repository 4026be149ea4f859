-- Owners of channels, and their responses to reports.

-- Ownership claims: a member says that a channel is theirs.
CREATE TABLE claims (
	id TEXT NOT NULL PRIMARY KEY,
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	channel_id TEXT,
	channel_name TEXT NOT NULL,
	url TEXT NOT NULL,
	comments TEXT,
	status TEXT NOT NULL CHECK (status IN ('pending', 'verified', 'rejected')),
	verified INTEGER NOT NULL,
	verification_code TEXT NOT NULL,
	verification_method TEXT NOT NULL,
	reason TEXT,
	submitted_at TEXT NOT NULL,
	decided_at TEXT,
	-- The channel's id, or the text of the link ("handle:@name") if the id is unknown.
	channel_key TEXT NOT NULL
) STRICT;
CREATE INDEX claims_by_member ON claims (user_id, submitted_at);
CREATE INDEX claims_by_status ON claims (status, submitted_at);
CREATE UNIQUE INDEX claims_one_open ON claims (user_id, channel_key) WHERE status <> 'rejected';

CREATE TABLE creators (
	id TEXT NOT NULL PRIMARY KEY,
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	channel_id TEXT NOT NULL,
	channel_name TEXT NOT NULL,
	verified INTEGER NOT NULL,
	created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX creators_one_each ON creators (user_id, channel_id);
CREATE UNIQUE INDEX creators_one_owner ON creators (channel_id) WHERE verified = 1;

-- An owner has one public response to a report, and one to each of its statements.
CREATE TABLE responses (
	id TEXT NOT NULL PRIMARY KEY,
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	statement_id TEXT REFERENCES statements (id) ON DELETE CASCADE,
	member_id TEXT REFERENCES members (id) ON DELETE CASCADE,
	channel_id TEXT NOT NULL,
	channel_name TEXT NOT NULL,
	body TEXT NOT NULL,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	withdrawn_at TEXT,
	-- When an admin hid its text; NULL if it is shown.
	hidden_at TEXT
) STRICT;
CREATE INDEX responses_by_video ON responses (video_id, created_at);
CREATE INDEX responses_by_statement ON responses (statement_id);
CREATE INDEX responses_by_member ON responses (member_id);
CREATE UNIQUE INDEX responses_one_to_video ON responses (video_id, member_id)
	WHERE statement_id IS NULL AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX responses_one_to_statement ON responses (statement_id, member_id)
	WHERE statement_id IS NOT NULL AND withdrawn_at IS NULL;

-- The earlier texts of a response.
CREATE TABLE response_revisions (
	id INTEGER NOT NULL PRIMARY KEY,
	response_id TEXT NOT NULL REFERENCES responses (id) ON DELETE CASCADE,
	body TEXT NOT NULL,
	replaced_at TEXT NOT NULL
) STRICT;
CREATE INDEX response_revisions_by_response ON response_revisions (response_id);
