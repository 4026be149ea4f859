-- Videos with their results. Transcripts and versions are long and have tables of their own, so that
-- lists never read them.

CREATE TABLE videos (
	id TEXT NOT NULL PRIMARY KEY,
	-- SHA-256 of the id, so that a program can look up a video without naming it.
	id_hash TEXT NOT NULL,
	url TEXT NOT NULL,
	title TEXT NOT NULL,
	channel_name TEXT NOT NULL,
	channel_id TEXT,
	thumbnail_url TEXT NOT NULL,
	duration REAL,
	view_count INTEGER,
	published_at TEXT,
	metadata_read_at TEXT,
	-- NULL for metadata that is not from the platform, and without a result.
	metadata_due_at TEXT,
	unavailable_since TEXT,
	analysis_status TEXT NOT NULL CHECK (analysis_status IN ('completed', 'failed')),
	error TEXT,
	-- NULL if too little was checked, as is the confidence.
	bs_score INTEGER,
	confidence_level INTEGER,
	-- What the models believe without a source, as JSON.
	lean TEXT,
	basis TEXT NOT NULL,
	-- Whether the whole video was analyzed, or only moments of it, which give no score.
	scope TEXT NOT NULL CHECK (scope IN ('full', 'moments')),
	checkable_count INTEGER NOT NULL,
	checked_count INTEGER NOT NULL,
	score_low INTEGER,
	score_high INTEGER,
	-- The ids of the sources that were asked, as JSON.
	evidence_sources TEXT NOT NULL,
	evidence_changed_at TEXT,
	transcript_source TEXT,
	captions_read_by TEXT,
	-- Who found the statements, how many there were and how many are rated, as JSON.
	extraction TEXT,
	panel TEXT NOT NULL,
	simulated INTEGER NOT NULL,
	listed INTEGER NOT NULL,
	version INTEGER NOT NULL,
	run_id TEXT NOT NULL,
	last_seq INTEGER NOT NULL,
	started_by TEXT REFERENCES members (id) ON DELETE SET NULL,
	claims_count INTEGER NOT NULL,
	upvotes INTEGER NOT NULL,
	downvotes INTEGER NOT NULL,
	first_completed_at TEXT,
	created_at TEXT NOT NULL,
	updated_at TEXT NOT NULL,
	CHECK ((bs_score IS NULL) = (confidence_level IS NULL)),
	CHECK (bs_score IS NOT NULL OR (basis = 'memory' AND score_low IS NULL)),
	CHECK (scope = 'full' OR bs_score IS NULL)
) STRICT;
CREATE INDEX videos_newest ON videos (first_completed_at, id)
	WHERE analysis_status = 'completed' AND listed = 1;
CREATE INDEX videos_newest_real ON videos (first_completed_at, id)
	WHERE analysis_status = 'completed' AND listed = 1 AND simulated = 0;
CREATE INDEX videos_newest_of_scope ON videos (scope, first_completed_at, id)
	WHERE analysis_status = 'completed' AND listed = 1;
CREATE INDEX videos_newest_real_of_scope ON videos (scope, first_completed_at, id)
	WHERE analysis_status = 'completed' AND listed = 1 AND simulated = 0;
CREATE INDEX videos_newest_of_channel ON videos (channel_id, first_completed_at, id)
	WHERE analysis_status = 'completed' AND listed = 1;
CREATE INDEX videos_voted ON videos (simulated, upvotes, downvotes)
	WHERE analysis_status = 'completed' AND listed = 1 AND (upvotes > 0 OR downvotes > 0);
CREATE INDEX videos_by_hash ON videos (id_hash)
	WHERE analysis_status = 'completed' AND listed = 1;
CREATE INDEX videos_by_channel ON videos (channel_id);
CREATE INDEX videos_by_starter ON videos (started_by);
CREATE INDEX videos_metadata_due ON videos (metadata_due_at) WHERE metadata_due_at IS NOT NULL;
CREATE INDEX videos_views_read ON videos (metadata_read_at) WHERE view_count IS NOT NULL;

CREATE TABLE transcripts (
	video_id TEXT NOT NULL PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
	source TEXT NOT NULL,
	language TEXT,
	track_kind TEXT,
	track_vss_id TEXT,
	timed INTEGER NOT NULL,
	-- The length of the text, so that a report can say it without reading the text.
	chars INTEGER NOT NULL,
	-- The words that address the AI that rates them, as JSON.
	aimed_at_raters TEXT NOT NULL
) STRICT;

-- A transcript in pieces, because the size of a value is limited.
CREATE TABLE transcript_parts (
	video_id TEXT NOT NULL REFERENCES transcripts (video_id) ON DELETE CASCADE,
	part INTEGER NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (video_id, part)
) STRICT;

-- Texts that members' browsers read, and those that members pasted while another member's text was
-- published, each by its hash. Two members with the same text confirm it.
CREATE TABLE transcript_proposals (
	video_id TEXT NOT NULL,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	text_hash TEXT NOT NULL,
	created_at TEXT NOT NULL,
	from_browser INTEGER NOT NULL,
	-- `<salt>.<hash>.<4 or 6>`, with the version of IP: captions are confirmed from another network.
	-- NULL for accounts younger than a day, addresses that are not public, pasted texts, and when it
	-- is no longer kept.
	network TEXT,
	PRIMARY KEY (video_id, member_id)
) STRICT;
CREATE INDEX transcript_proposals_by_member ON transcript_proposals (member_id);
CREATE INDEX transcript_proposals_networks ON transcript_proposals (created_at) WHERE network IS NOT NULL;

-- What a result was read from, so that a later edit of the video is noticed.
CREATE TABLE video_fingerprints (
	video_id TEXT NOT NULL PRIMARY KEY REFERENCES videos (id) ON DELETE CASCADE,
	-- Seconds; NULL if no source had it.
	duration REAL,
	-- SHA-256 of the captions' words; NULL if the transcript is not from captions.
	text_hash TEXT,
	due_at TEXT NOT NULL,
	-- What has changed, as JSON; NULL if nothing has.
	edit TEXT
) STRICT;
CREATE INDEX video_fingerprints_due ON video_fingerprints (due_at);

-- What each published version of a result contained, so that two of them can be compared.
CREATE TABLE result_versions (
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	version INTEGER NOT NULL,
	published_at TEXT NOT NULL,
	simulated INTEGER NOT NULL,
	-- Score, panel, models, and each statement with its verdict and pages, as JSON.
	content TEXT NOT NULL,
	PRIMARY KEY (video_id, version)
) STRICT;
