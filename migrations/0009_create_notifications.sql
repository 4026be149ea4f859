-- Messages to members, and subscribers of the newsletter.

CREATE TABLE notifications (
	id TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	type TEXT NOT NULL,
	title TEXT NOT NULL,
	message TEXT NOT NULL,
	timestamp TEXT NOT NULL,
	read INTEGER NOT NULL,
	data TEXT NOT NULL,
	-- Of a vote_update: the last vote before those that it counts.
	after_vote INTEGER
) STRICT;
CREATE INDEX notifications_by_member ON notifications (member_id, timestamp);
CREATE INDEX notifications_unread ON notifications (member_id) WHERE read = 0;

-- The messages that a publication causes: written with it, delivered afterwards.
CREATE TABLE notification_outbox (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	run_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	member_id TEXT,
	payload TEXT NOT NULL,
	created_at TEXT NOT NULL,
	delivered_at TEXT,
	-- The last member, by id, whom a message to many has reached.
	reached TEXT
) STRICT;
CREATE INDEX notification_outbox_waiting ON notification_outbox (id) WHERE delivered_at IS NULL;
CREATE INDEX notification_outbox_delivered ON notification_outbox (delivered_at) WHERE delivered_at IS NOT NULL;
CREATE INDEX notification_outbox_by_member ON notification_outbox (member_id);

-- One row: the last vote that notifications have counted.
CREATE TABLE told_votes (
	id INTEGER NOT NULL PRIMARY KEY,
	vote_id INTEGER NOT NULL
) STRICT;
INSERT INTO told_votes (id, vote_id) VALUES (1, 0);

CREATE TABLE newsletter_subscribers (
	email_key TEXT NOT NULL PRIMARY KEY,
	email TEXT NOT NULL,
	token_hash TEXT NOT NULL,
	created_at TEXT NOT NULL,
	confirmed_at TEXT,
	unsubscribed_at TEXT
) STRICT;
CREATE UNIQUE INDEX newsletter_subscribers_token ON newsletter_subscribers (token_hash);
CREATE INDEX newsletter_unconfirmed ON newsletter_subscribers (created_at) WHERE confirmed_at IS NULL;
