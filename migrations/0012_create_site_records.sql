-- The site's own records: totals, jobs and the decisions of admins.

-- Totals of real results (simulated = 0) and of simulated ones.
CREATE TABLE site_counters (
	simulated INTEGER NOT NULL PRIMARY KEY,
	total_videos INTEGER NOT NULL,
	total_claims INTEGER NOT NULL,
	bs_claims INTEGER NOT NULL
) STRICT;
INSERT INTO site_counters (simulated, total_videos, total_claims, bs_claims)
	VALUES (0, 0, 0, 0), (1, 0, 0, 0);

-- The community's figures, counted at most once a minute. They name members by id only, so that a
-- member who hides or leaves is no longer shown.
CREATE TABLE community_snapshots (
	simulated INTEGER NOT NULL PRIMARY KEY,
	computed_at TEXT NOT NULL,
	refreshing_since TEXT NOT NULL,
	body TEXT NOT NULL
) STRICT;

CREATE TABLE job_outcomes (
	job TEXT NOT NULL PRIMARY KEY,
	ok INTEGER NOT NULL,
	ended_at TEXT NOT NULL,
	succeeded_at TEXT,
	duration_ms INTEGER NOT NULL
) STRICT;

-- Figures that need a table scan, counted every few minutes.
CREATE TABLE site_figures (
	name TEXT NOT NULL,
	label TEXT NOT NULL,
	value INTEGER NOT NULL,
	counted_at TEXT NOT NULL,
	PRIMARY KEY (name, label)
) STRICT;

-- One row, written every minute: its value in a replica says how far behind the replica is.
CREATE TABLE heartbeats (
	id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
	at TEXT NOT NULL
) STRICT;

-- An entry outlives its admin's account, which it names by id only, and its subject, which it names
-- by a label.
CREATE TABLE admin_decisions (
	id TEXT NOT NULL PRIMARY KEY,
	decided_at TEXT NOT NULL,
	admin_id TEXT NOT NULL,
	action TEXT NOT NULL,
	subject_id TEXT NOT NULL,
	subject_label TEXT NOT NULL,
	reason TEXT
) STRICT;
CREATE INDEX admin_decisions_by_time ON admin_decisions (decided_at, id);
CREATE INDEX admin_decisions_by_admin ON admin_decisions (admin_id);
