-- Pages that members add to a statement; the next analysis of the video reads them.
CREATE TABLE statement_pages (
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	url TEXT NOT NULL,
	-- What was read when the page was added.
	final_url TEXT NOT NULL,
	title TEXT NOT NULL,
	published_at TEXT,
	created_at TEXT NOT NULL,
	PRIMARY KEY (statement_id, member_id, url)
);
CREATE INDEX statement_pages_by_member ON statement_pages (member_id, created_at);

-- 1: on a page that a member added, and that no source named for the statement.
ALTER TABLE statement_evidence ADD COLUMN by_member INTEGER NOT NULL DEFAULT 0;
