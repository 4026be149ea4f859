-- The community's figures, counted at most once a minute however many look.
-- They name members by id alone: who hides or leaves is gone from the page at once.

CREATE TABLE community_snapshots (
	simulated INTEGER NOT NULL PRIMARY KEY,
	computed_at TEXT NOT NULL,
	refreshing_since TEXT NOT NULL,
	body TEXT NOT NULL
) STRICT;

CREATE INDEX publications_newest ON publications (ended_at, run_id)
	WHERE outcome = 'completed' AND applied = 1 AND started_by IS NOT NULL;
CREATE INDEX videos_voted ON videos (simulated, upvotes, downvotes)
	WHERE analysis_status = 'completed' AND listed = 1 AND (upvotes > 0 OR downvotes > 0);
