-- What admins decided: who, when, what and why. An entry outlives its admin's account, which it
-- names by id only, and what it was about, which it names by a label.

CREATE TABLE admin_decisions (
	id TEXT NOT NULL PRIMARY KEY,
	decided_at TEXT NOT NULL,
	admin_id TEXT NOT NULL,
	action TEXT NOT NULL,
	subject_id TEXT NOT NULL,
	subject_label TEXT NOT NULL,
	reason TEXT
) STRICT;
CREATE INDEX admin_decisions_by_time ON admin_decisions (decided_at, id);
CREATE INDEX admin_decisions_by_admin ON admin_decisions (admin_id);
