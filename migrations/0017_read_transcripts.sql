-- How a transcript was read. Texts of two readers are not compared, because a difference may be the
-- reader's.

ALTER TABLE transcripts ADD COLUMN reader INTEGER NOT NULL DEFAULT 1;
-- Who speaks from which cue, or from which offset of a text without times, as JSON; NULL if the
-- transcript names nobody.
ALTER TABLE transcripts ADD COLUMN speakers TEXT;
-- What was understood of a member's text, as JSON; NULL for other transcripts.
ALTER TABLE transcripts ADD COLUMN reading TEXT;
