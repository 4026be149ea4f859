-- Creators and their replies, and what members are told.

-- A member says that a channel is theirs.
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
	decided_at TEXT
) STRICT;
CREATE INDEX claims_by_member ON claims (user_id, submitted_at);
CREATE INDEX claims_by_status ON claims (status, submitted_at);

-- A channel whose owner is known.
CREATE TABLE creators (
	id TEXT NOT NULL PRIMARY KEY,
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	channel_id TEXT NOT NULL,
	channel_name TEXT NOT NULL,
	verified INTEGER NOT NULL,
	reputation_score INTEGER NOT NULL,
	total_videos INTEGER NOT NULL,
	avg_bs_score INTEGER NOT NULL,
	created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX creators_one_each ON creators (user_id, channel_id);
CREATE INDEX creators_by_channel ON creators (channel_id);
CREATE INDEX creators_verified ON creators (verified) WHERE verified = 1;

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
	withdrawn_at TEXT
) STRICT;
CREATE INDEX responses_by_video ON responses (video_id, created_at);
CREATE INDEX responses_by_statement ON responses (statement_id);
CREATE INDEX responses_by_member ON responses (member_id);

-- What a response said before it was changed.
CREATE TABLE response_revisions (
	id INTEGER NOT NULL PRIMARY KEY,
	response_id TEXT NOT NULL REFERENCES responses (id) ON DELETE CASCADE,
	body TEXT NOT NULL,
	replaced_at TEXT NOT NULL
) STRICT;
CREATE INDEX response_revisions_by_response ON response_revisions (response_id);

CREATE TABLE notifications (
	id TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	type TEXT NOT NULL,
	title TEXT NOT NULL,
	message TEXT NOT NULL,
	timestamp TEXT NOT NULL,
	read INTEGER NOT NULL,
	data TEXT NOT NULL
) STRICT;
CREATE INDEX notifications_by_member ON notifications (member_id, timestamp);
CREATE INDEX notifications_unread ON notifications (member_id) WHERE read = 0;

-- What a publication has to tell; written with it, delivered afterwards.
CREATE TABLE notification_outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	run_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	member_id TEXT,
	payload TEXT NOT NULL,
	created_at TEXT NOT NULL,
	delivered_at TEXT
) STRICT;
CREATE INDEX notification_outbox_waiting ON notification_outbox (id) WHERE delivered_at IS NULL;
CREATE INDEX notification_outbox_by_member ON notification_outbox (member_id);

CREATE TABLE newsletter_subscribers (
	email_key TEXT NOT NULL PRIMARY KEY,
	email TEXT NOT NULL,
	token_hash TEXT NOT NULL,
	created_at TEXT NOT NULL,
	confirmed_at TEXT,
	unsubscribed_at TEXT
) STRICT;
CREATE UNIQUE INDEX newsletter_subscribers_token ON newsletter_subscribers (token_hash);
