-- Every reading of a report asks for the disputes of its video that are hidden.
CREATE INDEX disputes_hidden ON disputes (video_id) WHERE hidden_at IS NOT NULL;
