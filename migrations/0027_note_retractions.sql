-- What is known of a cited page beside its text, such as an expression of concern, and since when it is
-- known to be retracted.
ALTER TABLE evidence_pages ADD COLUMN notice TEXT;
ALTER TABLE evidence_pages ADD COLUMN retracted_at TEXT;
