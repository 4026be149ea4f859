-- A copy of the page in the Wayback Machine in which the quote was found. A page's own archived_url
-- is the permanent address of a Wikipedia revision.
ALTER TABLE statement_evidence ADD COLUMN archived_url TEXT;

-- When the archive is asked next; null if every quote has a copy.
ALTER TABLE evidence_pages ADD COLUMN archive_due_at TEXT;
CREATE INDEX evidence_pages_archive_due ON evidence_pages (archive_due_at) WHERE archive_due_at IS NOT NULL;
UPDATE evidence_pages SET archive_due_at = fetched_at WHERE archived_url IS NULL AND final_url LIKE 'http%';
