-- The hash of what the browser keeps that signed up. A password counts only for
-- whoever shows that they chose it; sign-ups from before have no browser, so
-- that their links ask for the password, or for a new one.

ALTER TABLE auth_tokens ADD COLUMN browser_hash TEXT;
