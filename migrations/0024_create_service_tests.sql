-- What each AI provider and source last answered to an admin's test.
CREATE TABLE service_tests (
	kind TEXT NOT NULL,
	id TEXT NOT NULL,
	model TEXT,
	tested_at TEXT NOT NULL,
	ok INTEGER NOT NULL,
	message TEXT NOT NULL,
	PRIMARY KEY (kind, id)
) STRICT;
