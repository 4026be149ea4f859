-- Runs, running and ended, and what they cost.

-- One row per ended run. A second publication of the same run fails on run_id, so a repetition is
-- recognised. applied = 0: an earlier result was kept.
CREATE TABLE publications (
	run_id TEXT NOT NULL PRIMARY KEY,
	video_id TEXT NOT NULL,
	outcome TEXT NOT NULL CHECK (outcome IN ('completed', 'failed')),
	simulated INTEGER NOT NULL,
	applied INTEGER NOT NULL,
	started_by TEXT REFERENCES members (id) ON DELETE SET NULL,
	started_at TEXT NOT NULL,
	ended_at TEXT NOT NULL,
	last_seq INTEGER NOT NULL,
	calls INTEGER NOT NULL,
	requests INTEGER NOT NULL,
	input_tokens INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL,
	-- The sum of the calls whose price is known; unpriced_calls counts the others.
	cost_usd REAL NOT NULL,
	unpriced_calls INTEGER NOT NULL
) STRICT;
CREATE INDEX publications_by_video ON publications (video_id, ended_at);
CREATE INDEX publications_by_starter ON publications (started_by, ended_at);
CREATE INDEX publications_by_end ON publications (ended_at, run_id);
CREATE INDEX publications_newest ON publications (ended_at, run_id)
	WHERE outcome = 'completed' AND applied = 1 AND started_by IS NOT NULL;

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

-- The usage of a UTC day, summed up by publications, so that nothing has to add up single calls.
CREATE TABLE spending_days (
	day TEXT NOT NULL,
	provider TEXT NOT NULL,
	model TEXT NOT NULL,
	step TEXT NOT NULL,
	calls INTEGER NOT NULL,
	failed_calls INTEGER NOT NULL,
	requests INTEGER NOT NULL,
	input_tokens INTEGER NOT NULL,
	output_tokens INTEGER NOT NULL,
	cost_usd REAL NOT NULL,
	unpriced_calls INTEGER NOT NULL,
	PRIMARY KEY (day, provider, model, step)
) STRICT;
