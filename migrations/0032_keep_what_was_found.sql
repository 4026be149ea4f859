-- Who found the statements of a result, how many there were and how many are rated, as JSON; null
-- for a result from before.
ALTER TABLE videos ADD COLUMN extraction TEXT;

-- The statements that were found and not rated, as JSON.
CREATE TABLE left_out_statements (
	video_id TEXT PRIMARY KEY NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	statements TEXT NOT NULL
);
