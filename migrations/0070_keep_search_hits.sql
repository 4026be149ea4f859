-- What sources answered to searches for a claim, so that another video with the same claim pays for
-- none. Only addresses and what a fact check says are kept; a page's text is not.
CREATE TABLE search_hits (
	-- Of the claim, and of the month in which it was said.
	claim_key TEXT NOT NULL,
	source TEXT NOT NULL,
	-- neutral, opposing, or second for the second round.
	angle TEXT NOT NULL,
	query TEXT NOT NULL,
	hits TEXT NOT NULL,
	searched_at TEXT NOT NULL,
	PRIMARY KEY (claim_key, source, angle)
);
CREATE INDEX search_hits_by_age ON search_hits (searched_at);
