-- Results as they are published. What is long (transcripts, rating details)
-- has its own table, so that lists never read it.

CREATE TABLE videos (
	id TEXT NOT NULL PRIMARY KEY,
	url TEXT NOT NULL,
	title TEXT NOT NULL,
	channel_name TEXT NOT NULL,
	channel_id TEXT,
	thumbnail_url TEXT NOT NULL,
	duration REAL,
	view_count INTEGER,
	published_at TEXT,
	bs_score INTEGER NOT NULL,
	confidence_level INTEGER NOT NULL,
	analysis_status TEXT NOT NULL CHECK (analysis_status IN ('completed', 'failed')),
	transcript_source TEXT,
	panel TEXT NOT NULL,
	simulated INTEGER NOT NULL,
	listed INTEGER NOT NULL,
	version INTEGER NOT NULL,
	error TEXT,
	run_id TEXT NOT NULL,
	last_seq INTEGER NOT NULL,
	started_by TEXT REFERENCES members (id) ON DELETE SET NULL,
	claims_count INTEGER NOT NULL,
	upvotes INTEGER NOT NULL,
	downvotes INTEGER NOT NULL,
	first_completed_at TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX videos_newest ON videos (first_completed_at, id)
	WHERE analysis_status = 'completed' AND listed = 1;
CREATE INDEX videos_newest_real ON videos (first_completed_at, id)
	WHERE analysis_status = 'completed' AND listed = 1 AND simulated = 0;
CREATE INDEX videos_by_channel ON videos (channel_id);
CREATE INDEX videos_by_starter ON videos (started_by);

CREATE TABLE transcripts (
	video_id TEXT NOT NULL PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
	source TEXT NOT NULL,
	language TEXT,
	track_kind TEXT,
	track_vss_id TEXT,
	timed INTEGER NOT NULL
) STRICT;

CREATE TABLE transcript_parts (
	video_id TEXT NOT NULL REFERENCES transcripts (video_id) ON DELETE CASCADE,
	part INTEGER NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (video_id, part)
) STRICT;

CREATE TABLE statements (
	id TEXT NOT NULL PRIMARY KEY,
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	content TEXT NOT NULL,
	quote TEXT NOT NULL,
	quote_key TEXT NOT NULL,
	timestamp REAL NOT NULL,
	timestamp_source TEXT NOT NULL,
	ai_score INTEGER NOT NULL,
	confidence_level INTEGER NOT NULL,
	openai_score INTEGER,
	claude_score INTEGER,
	gemini_score INTEGER,
	explanation TEXT NOT NULL,
	sources TEXT NOT NULL,
	upvotes INTEGER NOT NULL,
	downvotes INTEGER NOT NULL,
	created_at TEXT NOT NULL,
	retired_at TEXT
) STRICT;
CREATE INDEX statements_live ON statements (video_id, timestamp, id)
	WHERE retired_at IS NULL;
CREATE INDEX statements_by_video ON statements (video_id);

CREATE TABLE statement_ratings (
	statement_id TEXT NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
	ratings TEXT NOT NULL
) STRICT;

CREATE TABLE votes (
	id INTEGER NOT NULL PRIMARY KEY,
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	vote_type TEXT NOT NULL CHECK (vote_type IN ('upvote', 'downvote')),
	created_at TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX votes_one_each ON votes (user_id, statement_id);
CREATE INDEX votes_by_member ON votes (user_id, created_at);
CREATE INDEX votes_by_statement ON votes (statement_id);
