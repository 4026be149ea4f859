-- A result tells which of its words speak to the AI that rates it. Transcripts
-- from before keep null: nobody looked.

ALTER TABLE statements ADD COLUMN aimed_at_raters INTEGER NOT NULL DEFAULT 0;
ALTER TABLE transcripts ADD COLUMN aimed_at_raters TEXT;
