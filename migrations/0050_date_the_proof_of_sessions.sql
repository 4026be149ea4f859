-- When the member of a session last proved who they are. NULL if an identity provider vouched for
-- them without saying when they signed in there.

ALTER TABLE sessions ADD COLUMN proven_at TEXT;
UPDATE sessions SET proven_at = created_at;
