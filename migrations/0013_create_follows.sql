-- What members follow, and what has happened to it since.

CREATE TABLE follows (
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	kind TEXT NOT NULL CHECK (kind IN ('channel', 'claim', 'video')),
	-- A channel's id, a claim's key or a video's id.
	subject TEXT NOT NULL,
	title TEXT NOT NULL,
	since TEXT NOT NULL,
	PRIMARY KEY (member_id, kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_subject ON follows (kind, subject, member_id);

-- One row per member who has any of this.
CREATE TABLE follow_settings (
	member_id TEXT NOT NULL PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
	-- The newest event that the member has seen.
	seen_at TEXT,
	-- The secret of the member's feed, as a hash.
	feed_key_hash TEXT,
	feed_key_created_at TEXT,
	-- Until when the weekly email has told the events; NULL for a member who does not want it.
	told_until TEXT,
	-- Before this no weekly email is sent, because the mail server has put one off.
	mail_due_at TEXT,
	-- The token by which an email is left. It is sent with every email and ends the emails only, so
	-- it is not hashed.
	mail_token TEXT
) STRICT;
CREATE UNIQUE INDEX follow_settings_feed_key ON follow_settings (feed_key_hash) WHERE feed_key_hash IS NOT NULL;
CREATE UNIQUE INDEX follow_settings_mail_token ON follow_settings (mail_token) WHERE mail_token IS NOT NULL;
CREATE INDEX follow_settings_mail_due ON follow_settings (told_until) WHERE told_until IS NOT NULL;

-- An event of something that anyone follows, stored once for all followers.
CREATE TABLE follow_events (
	id TEXT NOT NULL PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN ('upload', 'result', 'verdict_moved', 'evidence_lost', 'said_again')),
	at TEXT NOT NULL,
	-- An upload's video may have no row in videos.
	video_id TEXT NOT NULL,
	title TEXT NOT NULL,
	channel_id TEXT,
	channel_name TEXT NOT NULL,
	-- Of one statement; NULL for an event of the whole video.
	statement_id TEXT,
	content TEXT,
	claim_key TEXT,
	-- Of a moved verdict, as JSON.
	before TEXT,
	after TEXT,
	-- The run that caused it; NULL if none did.
	run_id TEXT,
	-- Of an upload.
	published_at TEXT
) STRICT;
CREATE INDEX follow_events_by_age ON follow_events (at);
CREATE INDEX follow_events_by_run ON follow_events (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX follow_events_uploads ON follow_events (video_id) WHERE kind = 'upload';

-- Whose followers an event concerns.
CREATE TABLE follow_event_subjects (
	kind TEXT NOT NULL,
	subject TEXT NOT NULL,
	at TEXT NOT NULL,
	event_id TEXT NOT NULL REFERENCES follow_events (id) ON DELETE CASCADE,
	simulated INTEGER NOT NULL,
	PRIMARY KEY (kind, subject, at, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX follow_event_subjects_by_event ON follow_event_subjects (event_id);

-- The public feeds of followed channels.
CREATE TABLE channel_feeds (
	channel_id TEXT NOT NULL PRIMARY KEY,
	due_at TEXT NOT NULL,
	etag TEXT,
	-- The videos of the last answer and when they were published, as JSON; NULL before the first.
	entries TEXT,
	-- Answers without a usable feed since the last good one.
	failures INTEGER NOT NULL
) STRICT;
CREATE INDEX channel_feeds_due ON channel_feeds (due_at);
