-- From which network a member's browser sent captions, as `<salt>.<hash>.<4 or 6>`, with the
-- version of IP: captions are confirmed by another network. null for accounts younger than a day,
-- addresses that are not public, pasted texts, and when it is no longer kept.

ALTER TABLE transcript_proposals ADD COLUMN network TEXT;
CREATE INDEX transcript_proposals_networks ON transcript_proposals (created_at) WHERE network IS NOT NULL;
