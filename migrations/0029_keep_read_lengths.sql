-- The length that a video had when its transcript was read. Captions are no longer compared with
-- their videos, so no votes are set aside; the table and the column go with a later release.

ALTER TABLE videos ADD COLUMN read_duration REAL;
UPDATE videos SET read_duration = (
	SELECT duration FROM video_fingerprints WHERE video_fingerprints.video_id = videos.id
);
UPDATE statements SET votes_set_aside = NULL WHERE votes_set_aside IS NOT NULL;
DELETE FROM video_fingerprints;
