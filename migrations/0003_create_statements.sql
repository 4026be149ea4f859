-- Statements of a video, and the details of each, which lists do not read.

CREATE TABLE statements (
	id TEXT NOT NULL PRIMARY KEY,
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	content TEXT NOT NULL,
	quote TEXT NOT NULL,
	quote_key TEXT NOT NULL,
	-- The same for the same claim in any video.
	claim_key TEXT NOT NULL,
	timestamp REAL NOT NULL,
	timestamp_source TEXT NOT NULL,
	aimed_at_raters INTEGER NOT NULL,
	-- 1 if a member asked for it beside the analysis of the whole video: it is not part of the score.
	on_request INTEGER NOT NULL,
	-- NULL if the statement is unverified, as are its confidence and the providers' scores.
	ai_score INTEGER,
	confidence_level INTEGER,
	openai_score INTEGER,
	claude_score INTEGER,
	gemini_score INTEGER,
	basis TEXT NOT NULL,
	-- NULL if the run asked no sources.
	verdict TEXT,
	unverified_reason TEXT,
	when_said TEXT,
	today TEXT,
	missing_context TEXT,
	score_low INTEGER,
	score_high INTEGER,
	independent_sources INTEGER NOT NULL,
	-- What the models believe without a source, as JSON.
	lean TEXT,
	explanation TEXT NOT NULL,
	sources TEXT NOT NULL,
	upvotes INTEGER NOT NULL,
	downvotes INTEGER NOT NULL,
	-- Votes from before an edit of the video: agreeing, disagreeing and when it was noticed, as a
	-- JSON array.
	votes_set_aside TEXT,
	created_at TEXT NOT NULL,
	retired_at TEXT,
	CHECK ((ai_score IS NULL) = (verdict IS 'unverified')),
	CHECK ((ai_score IS NULL) = (confidence_level IS NULL)),
	CHECK (ai_score IS NOT NULL OR coalesce(openai_score, claude_score, gemini_score, score_low) IS NULL)
) STRICT;
CREATE INDEX statements_live ON statements (video_id, timestamp, id) WHERE retired_at IS NULL;
CREATE INDEX statements_by_video ON statements (video_id);
CREATE INDEX statements_by_claim ON statements (claim_key, created_at) WHERE retired_at IS NULL;
CREATE INDEX statements_set_aside ON statements (video_id) WHERE votes_set_aside IS NOT NULL;

-- What only a statement's report shows, as JSON.
CREATE TABLE statement_details (
	statement_id TEXT NOT NULL PRIMARY KEY REFERENCES statements (id) ON DELETE CASCADE,
	ratings TEXT NOT NULL,
	-- The words spoken around the quote.
	context TEXT NOT NULL,
	-- The second reading of the quotes.
	support TEXT,
	fact_checks TEXT NOT NULL,
	passages TEXT NOT NULL
) STRICT;

-- The statements that were found and not rated, as JSON.
CREATE TABLE left_out_statements (
	video_id TEXT NOT NULL PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
	statements TEXT NOT NULL
) STRICT;

-- The moments of a video that members asked about, each with the run that checked it.
CREATE TABLE moments (
	run_id TEXT NOT NULL PRIMARY KEY,
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	-- Seconds; NULL if nothing shows when it was said.
	at REAL,
	"from" REAL,
	"to" REAL,
	checked_at TEXT NOT NULL,
	said TEXT NOT NULL,
	-- As JSON; one that was retired since is in no report.
	statement_ids TEXT NOT NULL
) STRICT;
CREATE INDEX moments_of_video ON moments (video_id, checked_at);
