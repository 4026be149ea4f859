-- Names that the member who pasted a transcript gives its speakers. They are no part of the
-- transcript.

-- Who pasted the transcript; NULL for other transcripts, and for those that are older.
ALTER TABLE transcripts ADD COLUMN given_by TEXT REFERENCES members (id) ON DELETE SET NULL;
-- Of its words and speakers, if somebody pasted it.
ALTER TABLE transcripts ADD COLUMN text_hash TEXT;

CREATE INDEX transcripts_of_member ON transcripts (given_by) WHERE given_by IS NOT NULL;

CREATE TABLE speaker_names (
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	-- As the transcript writes it.
	speaker TEXT NOT NULL,
	name TEXT NOT NULL,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	-- The transcript that the name was given for. It applies to no other.
	text_hash TEXT NOT NULL,
	named_at TEXT NOT NULL,
	PRIMARY KEY (video_id, speaker)
) STRICT, WITHOUT ROWID;

CREATE INDEX speaker_names_of_member ON speaker_names (member_id);
