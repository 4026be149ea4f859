-- Texts that members have pasted for a video whose published transcript is another member's, each
-- by its hash: one takes that one's place once two members have pasted the same.

CREATE TABLE transcript_proposals (
	video_id TEXT NOT NULL,
	member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	text_hash TEXT NOT NULL,
	created_at TEXT NOT NULL,
	PRIMARY KEY (video_id, member_id)
) STRICT;
CREATE INDEX transcript_proposals_by_member ON transcript_proposals (member_id);
