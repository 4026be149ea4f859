-- Which vote was left out because another account of the same mailbox had voted on the statement. Such
-- a row has the cause one_network as well, because an earlier release reads no other.
ALTER TABLE vote_checks ADD COLUMN one_mailbox INTEGER;
-- Gmail's accounts by mailbox: it ignores dots and what follows a plus sign. Only an index, so that
-- nothing is stored beside the address. Queries repeat both expressions (`identity/address-queries.ts`).
CREATE INDEX members_by_mailbox ON members (replace(substr(email_key, 1, min(instr(email_key, '@'), instr(email_key || '+', '+')) - 1), '.', '')) WHERE substr(email_key, instr(email_key, '@')) IN ('@gmail.com', '@googlemail.com');
