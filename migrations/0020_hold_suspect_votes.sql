-- What is needed to recognise a burst of votes, and what came of it.

-- Votes as they were moved within the last minutes, swept every minute. The
-- network is a keyed hash of the beginning of an address and goes with its row.
CREATE TABLE recent_votes (
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	statement_id TEXT NOT NULL,
	video_id TEXT NOT NULL,
	was TEXT,
	vote_type TEXT,
	fresh INTEGER NOT NULL,
	network TEXT,
	cast_at TEXT NOT NULL,
	PRIMARY KEY (user_id, statement_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX recent_votes_by_video ON recent_votes (video_id, vote_type, cast_at);

-- The keys of those hashes, one a period; older ones are deleted.
CREATE TABLE network_keys (
	period INTEGER NOT NULL PRIMARY KEY,
	key TEXT NOT NULL
) STRICT;

-- A statement whose votes are checked, or were. upvotes and downvotes are from
-- before the burst, and are shown while it is open.
CREATE TABLE vote_holds (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
	statement_id TEXT NOT NULL REFERENCES statements (id) ON DELETE CASCADE,
	video_id TEXT NOT NULL REFERENCES videos (id) ON DELETE CASCADE,
	state TEXT NOT NULL CHECK (state IN ('open', 'lifted', 'upheld')),
	cause TEXT NOT NULL CHECK (cause IN ('new_accounts', 'one_network')),
	vote_type TEXT NOT NULL CHECK (vote_type IN ('upvote', 'downvote')),
	upvotes INTEGER NOT NULL,
	downvotes INTEGER NOT NULL,
	opened_at TEXT NOT NULL,
	decided_at TEXT
) STRICT;
CREATE UNIQUE INDEX vote_holds_open ON vote_holds (statement_id) WHERE state = 'open';
CREATE INDEX vote_holds_open_by_video ON vote_holds (video_id) WHERE state = 'open';
CREATE INDEX vote_holds_by_statement ON vote_holds (statement_id, state, decided_at);
CREATE INDEX vote_holds_by_state ON vote_holds (state, opened_at, id);

-- The burst's own votes. While its hold is upheld such a vote does not count,
-- however often it is taken back and cast again.
CREATE TABLE held_votes (
	hold_id INTEGER NOT NULL REFERENCES vote_holds (id) ON DELETE CASCADE,
	user_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	statement_id TEXT NOT NULL,
	fresh INTEGER NOT NULL,
	shared INTEGER NOT NULL,
	cast_at TEXT NOT NULL,
	PRIMARY KEY (hold_id, user_id)
) STRICT;
CREATE INDEX held_votes_by_member ON held_votes (user_id, statement_id);
