-- What programs asked for: one row a request, settled together with the
-- publication of the run that it waits for.

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
	settled_at TEXT
) STRICT;
CREATE INDEX requested_analyses_by_run ON requested_analyses (run_id) WHERE settled_at IS NULL;
CREATE INDEX requested_analyses_by_member ON requested_analyses (member_id);
CREATE INDEX requested_analyses_by_age ON requested_analyses (created_at);
