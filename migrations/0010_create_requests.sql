-- What programs ask for. A row of requested_analyses is settled together with the publication of the
-- run that it waits for.

CREATE TABLE requested_analyses (
	id TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	video_id TEXT NOT NULL,
	run_id TEXT,
	models TEXT,
	include_sources INTEGER NOT NULL,
	status TEXT NOT NULL CHECK (status IN ('analyzing', 'completed', 'failed')),
	error TEXT,
	created_at TEXT NOT NULL,
	settled_at TEXT,
	webhook_url TEXT
) STRICT;
CREATE INDEX requested_analyses_by_run ON requested_analyses (run_id) WHERE settled_at IS NULL;
CREATE INDEX requested_analyses_with_webhook ON requested_analyses (run_id) WHERE webhook_url IS NOT NULL;
CREATE INDEX requested_analyses_by_video ON requested_analyses (video_id) WHERE webhook_url IS NOT NULL;
CREATE INDEX requested_analyses_by_member ON requested_analyses (member_id);
CREATE INDEX requested_analyses_by_age ON requested_analyses (created_at);

-- The answer to a request that its sender may repeat, kept for a day.
CREATE TABLE idempotent_requests (
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	key TEXT NOT NULL,
	request_hash TEXT NOT NULL,
	created_at TEXT NOT NULL,
	status INTEGER,
	location TEXT,
	body TEXT,
	PRIMARY KEY (member_id, key)
) STRICT;
CREATE INDEX idempotent_requests_by_age ON idempotent_requests (created_at);
