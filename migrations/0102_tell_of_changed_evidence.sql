-- Since when quotes that a verdict of the result rests on are no longer on their pages.
ALTER TABLE videos ADD COLUMN evidence_changed_at TEXT;

CREATE INDEX requested_analyses_by_video ON requested_analyses (video_id) WHERE webhook_url IS NOT NULL;

-- The table is made again, because evidence.changed joins the events that it allows.
CREATE TABLE webhook_deliveries_with_evidence (
	id TEXT NOT NULL PRIMARY KEY,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	analysis_id TEXT NOT NULL,
	video_id TEXT NOT NULL,
	url TEXT NOT NULL,
	event TEXT NOT NULL CHECK (event IN ('analysis.completed', 'analysis.failed', 'evidence.changed')),
	status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'disabled')),
	attempts INTEGER NOT NULL,
	created_at TEXT NOT NULL,
	next_attempt_at TEXT,
	last_attempt_at TEXT,
	response_status INTEGER,
	error TEXT
) STRICT;
INSERT INTO webhook_deliveries_with_evidence SELECT * FROM webhook_deliveries;
DROP TABLE webhook_deliveries;
ALTER TABLE webhook_deliveries_with_evidence RENAME TO webhook_deliveries;
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';
CREATE INDEX webhook_deliveries_by_member ON webhook_deliveries (member_id, created_at, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
