-- Whether the passage of a quote bears a mark of doubt such as "[citation needed]", and since when
-- today's rules read its page differently from those by which it was quoted.
ALTER TABLE statement_evidence ADD COLUMN doubted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE statement_evidence ADD COLUMN read_differently_at TEXT;
