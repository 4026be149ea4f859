-- How it is known that captions are in the language that is spoken; NULL if YouTube says so, for
-- other transcripts, and in results of 1.0.0.

ALTER TABLE transcripts ADD COLUMN spoken_language TEXT;
