-- Whose browser read a member's transcript in the player, and which texts came from browsers: the
-- same text from two members' browsers is listed.

ALTER TABLE videos ADD COLUMN captions_read_by TEXT;
ALTER TABLE transcript_proposals ADD COLUMN from_browser INTEGER NOT NULL DEFAULT 0;
