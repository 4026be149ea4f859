-- The form in which a document's keys are folded: 1 is that of 1.0.0, which punctuation was part
-- of. A job folds those rows again while the site runs, and the indexes name what is left.
ALTER TABLE search_docs ADD COLUMN folding INTEGER NOT NULL DEFAULT 1;
ALTER TABLE statement_docs ADD COLUMN folding INTEGER NOT NULL DEFAULT 1;
CREATE INDEX search_docs_to_fold ON search_docs (id) WHERE folding = 1;
CREATE INDEX statement_docs_to_fold ON statement_docs (id) WHERE folding = 1;
