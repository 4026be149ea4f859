-- An owner has one standing response to an analysis, and one to each statement.

CREATE UNIQUE INDEX responses_one_to_video ON responses (video_id, member_id)
	WHERE statement_id IS NULL AND withdrawn_at IS NULL;
CREATE UNIQUE INDEX responses_one_to_statement ON responses (statement_id, member_id)
	WHERE statement_id IS NOT NULL AND withdrawn_at IS NULL;
