/** Limits that the server checks and forms show. */

/** For a pasted link. The text around a link is short, and parsing longer input costs time. */
export const MAX_LINK_CHARS = 4_096;

export const MAX_COMMENTS_CHARS = 2_000;
export const MAX_REASON_CHARS = 500;
export const MAX_RESPONSE_CHARS = 5_000;
export const MAX_DISPUTE_CHARS = 500;
export const MAX_NOTICE_CHARS = 4_000;
export const MAX_KEY_NAME_CHARS = 60;

/** Applies to new passwords; members with older, shorter ones can still sign in. */
export const PASSWORD_MIN = 8;
/** Fits any passphrase and bounds the cost of hashing. */
export const PASSWORD_MAX = 256;

/** The number of notifications kept for each member. */
export const KEPT_NOTIFICATIONS = 10;

/** The longest quote of a statement, and the most words that are checked at once. */
export const MAX_QUOTE_CHARS = 600;

/** Members' pages that a run reads for one statement, in addition to the sources' pages. */
export const MAX_ADDED_PAGES = 3;
