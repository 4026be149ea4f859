-- When the platform's own data was read, and when it is to be read again; and
-- how the site's standing jobs went.

ALTER TABLE videos ADD COLUMN metadata_read_at TEXT;
-- null for what was not taken from the platform, and for what has no result.
ALTER TABLE videos ADD COLUMN metadata_due_at TEXT;
-- Since when the platform has been seen not to show the video.
ALTER TABLE videos ADD COLUMN unavailable_since TEXT;
UPDATE videos SET metadata_read_at = updated_at;
UPDATE videos SET metadata_due_at = strftime('%Y-%m-%dT%H:%M:%fZ', updated_at, '+28 days')
	WHERE analysis_status = 'completed' AND transcript_source <> 'sample';
CREATE INDEX videos_metadata_due ON videos (metadata_due_at) WHERE metadata_due_at IS NOT NULL;
CREATE INDEX videos_views_read ON videos (metadata_read_at) WHERE view_count IS NOT NULL;

CREATE TABLE job_outcomes (
	job TEXT NOT NULL PRIMARY KEY,
	ok INTEGER NOT NULL,
	ended_at TEXT NOT NULL,
	succeeded_at TEXT,
	duration_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX members_unconfirmed ON members (created_at) WHERE email_confirmed_at IS NULL;
CREATE INDEX sessions_by_use ON sessions (last_seen_at);
CREATE INDEX newsletter_unconfirmed ON newsletter_subscribers (created_at) WHERE confirmed_at IS NULL;
CREATE INDEX notification_outbox_delivered ON notification_outbox (delivered_at) WHERE delivered_at IS NOT NULL;

-- Figures that take a walk through a table, counted now and then.
CREATE TABLE site_figures (
	name TEXT NOT NULL,
	label TEXT NOT NULL,
	value INTEGER NOT NULL,
	counted_at TEXT NOT NULL,
	PRIMARY KEY (name, label)
) STRICT;
