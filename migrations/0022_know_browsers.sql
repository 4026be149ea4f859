-- Browsers in which a member has signed in before, each by the hash of a cookie. Guesses of
-- others do not lock a member out there, and a sign-in from any other browser is reported.

CREATE TABLE known_browsers (
	token_hash TEXT NOT NULL,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	created_at TEXT NOT NULL,
	last_used_at TEXT NOT NULL,
	PRIMARY KEY (token_hash, member_id)
) STRICT;
CREATE INDEX known_browsers_by_member ON known_browsers (member_id, last_used_at);
CREATE INDEX known_browsers_by_use ON known_browsers (last_used_at);
