-- A channel has one verified owner, and a member one open claim on it.

-- What a claim is about, resolved or not: the channel's id, or else the link's
-- own words for it ("handle:@name").
ALTER TABLE claims ADD COLUMN channel_key TEXT NOT NULL DEFAULT '';
UPDATE claims SET channel_key = coalesce(channel_id, id);
CREATE UNIQUE INDEX claims_one_open ON claims (user_id, channel_key)
	WHERE status <> 'rejected';

-- A channel's figures follow its analyses: they are counted when they are read.
ALTER TABLE creators DROP COLUMN reputation_score;
ALTER TABLE creators DROP COLUMN total_videos;
ALTER TABLE creators DROP COLUMN avg_bs_score;
DROP INDEX creators_by_channel;
-- It led the planner through every owner there is; the new one counts them as well.
DROP INDEX creators_verified;
CREATE UNIQUE INDEX creators_one_owner ON creators (channel_id) WHERE verified = 1;
