-- Emails that could not be delivered, for admins and for the browser that waits for one. Of the
-- recipient only the domain. Kept for 30 days.
CREATE TABLE failed_emails (
	id TEXT NOT NULL PRIMARY KEY,
	-- What the waiting browser asks with, hashed; NULL if nobody waits or may know.
	delivery_hash TEXT,
	domain TEXT NOT NULL,
	-- NULL if the mail server was away before there was an email.
	subject TEXT,
	-- Who is at fault: recipient, or the site's mail server.
	fault TEXT NOT NULL CHECK (fault IN ('recipient', 'server')),
	-- What the mail server or the connection said.
	reply TEXT NOT NULL,
	failed_at TEXT NOT NULL
) STRICT;
CREATE INDEX failed_emails_by_time ON failed_emails (failed_at);
CREATE INDEX failed_emails_by_delivery ON failed_emails (delivery_hash) WHERE delivery_hash IS NOT NULL;
