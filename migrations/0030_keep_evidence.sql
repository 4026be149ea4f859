-- What the pages that were opened say of a statement. Rows from before have no verdict: they were
-- rated from memory.
ALTER TABLE statements ADD COLUMN basis TEXT NOT NULL DEFAULT 'memory';
ALTER TABLE statements ADD COLUMN verdict TEXT;
ALTER TABLE statements ADD COLUMN unverified_reason TEXT;
ALTER TABLE statements ADD COLUMN when_said TEXT;
ALTER TABLE statements ADD COLUMN today TEXT;
ALTER TABLE statements ADD COLUMN missing_context TEXT;
ALTER TABLE statements ADD COLUMN score_low INTEGER;
ALTER TABLE statements ADD COLUMN score_high INTEGER;
ALTER TABLE statements ADD COLUMN independent_sources INTEGER NOT NULL DEFAULT 0;

ALTER TABLE videos ADD COLUMN basis TEXT NOT NULL DEFAULT 'memory';
-- null: as many as there are statements.
ALTER TABLE videos ADD COLUMN checkable_count INTEGER;
ALTER TABLE videos ADD COLUMN checked_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE videos ADD COLUMN score_low INTEGER;
ALTER TABLE videos ADD COLUMN score_high INTEGER;
-- The ids of the sources that were asked, as JSON; null for a run from before there were any.
ALTER TABLE videos ADD COLUMN evidence_sources TEXT;

-- One version of a page that was opened. Its text is not kept.
CREATE TABLE evidence_pages (
	id TEXT PRIMARY KEY NOT NULL,
	final_url TEXT NOT NULL,
	title TEXT NOT NULL,
	site TEXT NOT NULL,
	kind TEXT NOT NULL,
	published_at TEXT,
	published_by TEXT,
	fetched_at TEXT NOT NULL,
	content_hash TEXT NOT NULL,
	-- The rules by which its text was made, so that a later version can tell what changed.
	canonical_version INTEGER NOT NULL,
	archived_url TEXT
);

-- A quote that was found on a page.
CREATE TABLE statement_evidence (
	id TEXT PRIMARY KEY NOT NULL,
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	place INTEGER NOT NULL,
	page_id TEXT NOT NULL REFERENCES evidence_pages (id),
	url TEXT NOT NULL,
	stance TEXT NOT NULL,
	quote TEXT NOT NULL,
	quote_start INTEGER NOT NULL,
	before TEXT NOT NULL,
	after TEXT NOT NULL,
	cited_by TEXT NOT NULL,
	cluster INTEGER NOT NULL,
	state TEXT NOT NULL,
	review TEXT
);
CREATE INDEX statement_evidence_by_statement ON statement_evidence (statement_id, place);
CREATE INDEX statement_evidence_by_page ON statement_evidence (page_id);

-- What was searched and opened for the result that a video shows.
CREATE TABLE evidence_records (
	video_id TEXT PRIMARY KEY NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	searches TEXT NOT NULL,
	pages TEXT NOT NULL
);
