-- What each published version of a result contained, so that two of them can be compared.
CREATE TABLE result_versions (
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	version INTEGER NOT NULL,
	published_at TEXT NOT NULL,
	simulated INTEGER NOT NULL,
	-- Score, panel, models, and each statement with its verdict and pages, as JSON.
	content TEXT NOT NULL,
	PRIMARY KEY (video_id, version)
);
