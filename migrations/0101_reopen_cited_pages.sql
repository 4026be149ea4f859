-- When a cited page was last opened again, and the hash of its text then (null: it was gone).
ALTER TABLE evidence_pages ADD COLUMN reopened_at TEXT;
ALTER TABLE evidence_pages ADD COLUMN reopened_hash TEXT;
-- Since when its site has not answered.
ALTER TABLE evidence_pages ADD COLUMN silent_since TEXT;
-- When it is opened next; null for sample pages.
ALTER TABLE evidence_pages ADD COLUMN reopen_due_at TEXT;
CREATE INDEX evidence_pages_reopen_due ON evidence_pages (reopen_due_at) WHERE reopen_due_at IS NOT NULL;
UPDATE evidence_pages SET reopen_due_at = strftime('%Y-%m-%dT%H:%M:%fZ', fetched_at, '+28 days') WHERE final_url LIKE 'http%';
