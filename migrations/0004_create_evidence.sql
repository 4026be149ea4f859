-- What was searched and opened for statements, and the quotes that were found.

-- One version of an opened page. Its text is not stored.
CREATE TABLE evidence_pages (
	id TEXT NOT NULL PRIMARY KEY,
	final_url TEXT NOT NULL,
	title TEXT NOT NULL,
	site TEXT NOT NULL,
	kind TEXT NOT NULL,
	published_at TEXT,
	published_by TEXT,
	fetched_at TEXT NOT NULL,
	content_hash TEXT NOT NULL,
	-- The version of the rules that made the hashed text, because another version makes another text.
	canonical_version INTEGER NOT NULL,
	-- The page's own permanent address: that of a Wikipedia revision.
	archived_url TEXT,
	-- When the archive is asked next; NULL if every quote has a copy.
	archive_due_at TEXT,
	-- When the page was last opened again, and the hash of its text then (NULL: it was gone).
	reopened_at TEXT,
	reopened_hash TEXT,
	silent_since TEXT,
	-- NULL for sample pages, which are not opened again.
	reopen_due_at TEXT
) STRICT;
CREATE INDEX evidence_pages_archive_due ON evidence_pages (archive_due_at) WHERE archive_due_at IS NOT NULL;
CREATE INDEX evidence_pages_reopen_due ON evidence_pages (reopen_due_at) WHERE reopen_due_at IS NOT NULL;

-- A quote that was found on a page.
CREATE TABLE statement_evidence (
	id TEXT NOT NULL PRIMARY KEY,
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
	review TEXT,
	-- 1: on a page that only a member added, and that no source returned for the statement.
	by_member INTEGER NOT NULL,
	-- A copy in the Wayback Machine in which the quote was found.
	archived_url TEXT
) STRICT;
CREATE INDEX statement_evidence_by_statement ON statement_evidence (statement_id, place);
CREATE INDEX statement_evidence_by_page ON statement_evidence (page_id);

-- Pages that members add to a statement; the next analysis of the video reads them.
CREATE TABLE statement_pages (
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	url TEXT NOT NULL,
	-- The page's data when it was added.
	final_url TEXT NOT NULL,
	title TEXT NOT NULL,
	published_at TEXT,
	created_at TEXT NOT NULL,
	-- 1: a verdict may rest on it, as on a page that a source found.
	can_move INTEGER NOT NULL,
	PRIMARY KEY (statement_id, member_id, url)
) STRICT;
CREATE INDEX statement_pages_by_member ON statement_pages (member_id, created_at);

-- The searches and opened pages of the result that a video shows, as JSON.
CREATE TABLE evidence_records (
	video_id TEXT NOT NULL PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
	searches TEXT NOT NULL,
	pages TEXT NOT NULL
) STRICT;

-- What sources answered to searches for a claim, so that another video with the same claim pays for
-- none. Only addresses and what a fact check says are stored.
CREATE TABLE search_hits (
	-- Of the claim, and of the month in which it was said.
	claim_key TEXT NOT NULL,
	source TEXT NOT NULL,
	-- neutral, opposing, second for the second round, or title for a page with that title.
	angle TEXT NOT NULL,
	query TEXT NOT NULL,
	hits TEXT NOT NULL,
	searched_at TEXT NOT NULL,
	PRIMARY KEY (claim_key, source, angle)
) STRICT;
CREATE INDEX search_hits_by_age ON search_hits (searched_at);
