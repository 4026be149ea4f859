-- Who says a statement's quote, as the transcript writes it; NULL where it names nobody, and in
-- results of 1.0.0.

ALTER TABLE statements ADD COLUMN speaker TEXT;
