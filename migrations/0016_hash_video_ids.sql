-- A result's place among the hashes of all ids, so that it can be asked for
-- without naming it. Rows from before get theirs from the next sweeps.

ALTER TABLE videos ADD COLUMN id_hash TEXT;
CREATE INDEX videos_by_hash ON videos (id_hash)
	WHERE analysis_status = 'completed' AND listed = 1;
CREATE INDEX videos_without_hash ON videos (id) WHERE id_hash IS NULL;
