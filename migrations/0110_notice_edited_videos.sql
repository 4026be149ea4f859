-- What a result was read from, so that a later edit of the video is noticed.
CREATE TABLE video_fingerprints (
	video_id TEXT PRIMARY KEY NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	-- Seconds; null if no source had it.
	duration REAL,
	-- SHA-256 of the captions' words; null if the transcript is not from captions, and for earlier results.
	text_hash TEXT,
	due_at TEXT NOT NULL,
	-- What has changed, as JSON; null if nothing has.
	edit TEXT
);
CREATE INDEX video_fingerprints_due ON video_fingerprints (due_at);
INSERT INTO video_fingerprints (video_id, duration, due_at)
	SELECT id, duration, metadata_due_at FROM videos
	WHERE analysis_status = 'completed' AND metadata_due_at IS NOT NULL;

-- Votes from before an edit: agreeing, disagreeing and when it was noticed, as a JSON array.
ALTER TABLE statements ADD COLUMN votes_set_aside TEXT;
CREATE INDEX statements_set_aside ON statements (video_id) WHERE votes_set_aside IS NOT NULL;
