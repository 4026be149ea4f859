-- The runs, what each of them left behind, and the site's totals.

-- One row a run. A second write of the same run fails on run_id, which is how
-- a replay is known. applied = 0: an earlier result stood and was kept.
CREATE TABLE publications (
	run_id TEXT NOT NULL PRIMARY KEY,
	video_id TEXT NOT NULL,
	outcome TEXT NOT NULL CHECK (outcome IN ('completed', 'failed')),
	simulated INTEGER NOT NULL,
	applied INTEGER NOT NULL,
	started_by TEXT REFERENCES members (id) ON DELETE SET NULL,
	started_at TEXT NOT NULL,
	ended_at TEXT NOT NULL,
	last_seq INTEGER NOT NULL
) STRICT;
CREATE INDEX publications_by_video ON publications (video_id, ended_at);
CREATE INDEX publications_by_starter ON publications (started_by, ended_at);

CREATE TABLE active_runs (
	video_id TEXT NOT NULL PRIMARY KEY,
	run_id TEXT NOT NULL,
	started_at TEXT NOT NULL,
	ended_at TEXT,
	started_by TEXT
) STRICT;
CREATE INDEX active_runs_live ON active_runs (started_at) WHERE ended_at IS NULL;
CREATE INDEX active_runs_ended ON active_runs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX active_runs_by_starter ON active_runs (started_by);

CREATE TABLE provider_calls (
	run_id TEXT NOT NULL,
	task TEXT NOT NULL,
	provider TEXT NOT NULL,
	model TEXT NOT NULL,
	ok INTEGER NOT NULL,
	attempts INTEGER NOT NULL,
	duration_ms INTEGER NOT NULL,
	input_tokens INTEGER,
	output_tokens INTEGER,
	cost_usd REAL,
	PRIMARY KEY (run_id, task)
) STRICT;

CREATE TABLE site_counters (
	simulated INTEGER NOT NULL PRIMARY KEY,
	total_videos INTEGER NOT NULL,
	total_claims INTEGER NOT NULL,
	bs_claims INTEGER NOT NULL
) STRICT;
INSERT INTO site_counters (simulated, total_videos, total_claims, bs_claims)
	VALUES (0, 0, 0, 0), (1, 0, 0, 0);
