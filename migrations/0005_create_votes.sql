-- Votes, the check of votes that look coordinated, and disputes. Counts include every vote; only the
-- percentage leaves suspicious ones out.

CREATE TABLE votes (
	-- Never used again, so that a number separates old votes from new ones.
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	vote_type TEXT NOT NULL CHECK (vote_type IN ('upvote', 'downvote')),
	created_at TEXT NOT NULL,
	-- Why the member disagrees, if they said so.
	reason TEXT CHECK (reason IN ('words', 'verdict', 'source', 'context', 'outdated'))
) STRICT;
CREATE UNIQUE INDEX votes_one_each ON votes (user_id, statement_id);
CREATE INDEX votes_by_member ON votes (user_id, created_at);
CREATE INDEX votes_by_statement ON votes (statement_id);

-- A vote that changed within the last minutes, and every vote that looked coordinated.
CREATE TABLE vote_checks (
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	was TEXT,
	vote_type TEXT,
	fresh INTEGER NOT NULL,
	network TEXT,
	cast_at TEXT NOT NULL,
	-- This column and the following ones are NULL unless the vote is suspicious.
	state TEXT CHECK (state IN ('open', 'settled', 'lifted', 'upheld')),
	cause TEXT CHECK (cause IN ('new_accounts', 'one_network')),
	direction TEXT CHECK (direction IN ('upvote', 'downvote')),
	-- Another vote came from the same network.
	shared INTEGER,
	-- Two votes came from the same network before this one.
	excess INTEGER,
	opened_at TEXT,
	decided_at TEXT,
	PRIMARY KEY (user_id, statement_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX vote_checks_recent ON vote_checks (video_id, vote_type, cast_at);
CREATE INDEX vote_checks_networks ON vote_checks (statement_id, network) WHERE network IS NOT NULL;
CREATE INDEX vote_checks_unsuspect ON vote_checks (cast_at) WHERE state IS NULL;
CREATE INDEX vote_checks_by_statement ON vote_checks (statement_id, opened_at) WHERE state IS NOT NULL;
CREATE INDEX vote_checks_by_video ON vote_checks (video_id) WHERE state IS NOT NULL;
CREATE INDEX vote_checks_by_state ON vote_checks (state, opened_at, statement_id) WHERE state IS NOT NULL;

-- The keys that hash networks, one for each period; older ones are deleted.
CREATE TABLE network_keys (
	period INTEGER NOT NULL PRIMARY KEY,
	key TEXT NOT NULL
) STRICT;

-- Objections to a rating, each with a page. They outlive their member, without page and comment.
CREATE TABLE disputes (
	id TEXT NOT NULL PRIMARY KEY,
	-- The statement's current id.
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	member_id TEXT REFERENCES members (id) ON DELETE SET NULL,
	reason TEXT NOT NULL CHECK (reason IN ('words', 'verdict', 'source', 'context', 'outdated')),
	url TEXT,
	comment TEXT,
	-- 1: a verdict may rest on the page.
	can_move INTEGER NOT NULL,
	created_at TEXT NOT NULL,
	outcome TEXT NOT NULL CHECK (outcome IN ('open', 'moved', 'stays', 'not_checked')),
	settled_at TEXT,
	-- What the statement was rated, as JSON, before and after it was checked.
	before TEXT NOT NULL,
	after TEXT,
	-- The version of the result that settled it.
	version INTEGER,
	-- The run that was started for it, and when; NULL before.
	run_id TEXT,
	rechecked_at TEXT,
	hidden_at TEXT
) STRICT;
CREATE INDEX disputes_by_statement ON disputes (statement_id, created_at);
CREATE INDEX disputes_by_video ON disputes (video_id, created_at);
CREATE INDEX disputes_by_member ON disputes (member_id);
CREATE INDEX disputes_by_time ON disputes (created_at, id);
CREATE INDEX disputes_moved ON disputes (member_id) WHERE outcome = 'moved';
CREATE INDEX disputes_open ON disputes (created_at) WHERE outcome = 'open';
CREATE UNIQUE INDEX disputes_one_open ON disputes (statement_id, member_id) WHERE outcome = 'open';
