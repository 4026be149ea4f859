-- Events that are sent to members' own servers until they are accepted or given up.

CREATE TABLE webhook_secrets (
	member_id TEXT NOT NULL PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
	secret TEXT NOT NULL,
	created_at TEXT NOT NULL,
	previous TEXT,
	previous_until TEXT
) STRICT;

CREATE TABLE webhook_deliveries (
	id TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	analysis_id TEXT NOT NULL,
	video_id TEXT NOT NULL,
	url TEXT NOT NULL,
	event TEXT NOT NULL CHECK (event IN ('analysis.completed', 'analysis.failed', 'evidence.changed', 'dispute.settled')),
	status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'disabled')),
	attempts INTEGER NOT NULL,
	created_at TEXT NOT NULL,
	next_attempt_at TEXT,
	last_attempt_at TEXT,
	response_status INTEGER,
	error TEXT,
	-- Of a dispute.settled: the dispute.
	dispute_id TEXT
) STRICT;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_by_member ON webhook_deliveries (member_id, created_at, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);

-- Receivers that answered that they are gone. Nothing is sent there until their member asks for it.
CREATE TABLE webhook_stops (
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	url TEXT NOT NULL,
	stopped_at TEXT NOT NULL,
	PRIMARY KEY (member_id, url)
) STRICT;
