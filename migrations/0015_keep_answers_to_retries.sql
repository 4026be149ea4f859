-- What was answered to a request that its sender may send again, for a day.

CREATE TABLE idempotent_requests (
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	key TEXT NOT NULL,
	request_hash TEXT NOT NULL,
	created_at TEXT NOT NULL,
	status INTEGER,
	location TEXT,
	body TEXT,
	PRIMARY KEY (member_id, key)
) STRICT;
CREATE INDEX idempotent_requests_by_age ON idempotent_requests (created_at);
