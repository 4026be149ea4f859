-- A channel's results, newest first.
CREATE INDEX videos_newest_of_channel ON videos (channel_id, first_completed_at, id)
	WHERE analysis_status = 'completed' AND listed = 1;
