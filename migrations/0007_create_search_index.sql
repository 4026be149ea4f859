-- One search document for each listed result. Ids rise with the first completion, so that newest
-- first is the index's own order. The keys are folded text (lower case, no accents), which the
-- publication writes.

CREATE TABLE search_docs (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	title_key TEXT NOT NULL,
	channel_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX search_docs_video ON search_docs (video_id);

CREATE VIRTUAL TABLE search_index USING fts5 (
	title_key,
	channel_key,
	content = '',
	contentless_delete = 1,
	tokenize = 'trigram remove_diacritics 1'
);

-- The same for statements that are not retired: one document for each, with its folded words
-- between spaces. Those of unlisted results are not in the index.

CREATE TABLE statement_docs (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	content_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX statement_docs_statement ON statement_docs (statement_id);

CREATE VIRTUAL TABLE statement_index USING fts5 (
	content_key,
	content = '',
	contentless_delete = 1,
	tokenize = 'trigram remove_diacritics 1'
);
