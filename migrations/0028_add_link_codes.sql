-- The short code that a mail has beside its link, hashed; NULL once it was used, and for links of
-- earlier releases.
ALTER TABLE auth_tokens ADD COLUMN code_hash TEXT;
ALTER TABLE newsletter_subscribers ADD COLUMN code_hash TEXT;
-- What a used code was exchanged for. The link's own token stays valid until this one confirms.
ALTER TABLE newsletter_subscribers ADD COLUMN code_token_hash TEXT;
CREATE INDEX newsletter_code_tokens ON newsletter_subscribers (code_token_hash) WHERE code_token_hash IS NOT NULL;
