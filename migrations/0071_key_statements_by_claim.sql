-- The same for the same claim in any video; null for statements from before, until the next analysis.
ALTER TABLE statements ADD COLUMN claim_key TEXT;
CREATE INDEX statements_by_claim ON statements (claim_key, created_at) WHERE claim_key IS NOT NULL AND retired_at IS NULL;
