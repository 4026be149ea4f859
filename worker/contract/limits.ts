/** Limits that the server checks and a form shows. */

/** Of a pasted link: a sentence around it is short, and longer input costs work. */
export const MAX_LINK_CHARS = 4_096;

export const MAX_COMMENTS_CHARS = 2_000;
export const MAX_REASON_CHARS = 500;
export const MAX_RESPONSE_CHARS = 5_000;
export const MAX_KEY_NAME_CHARS = 60;

/** For new passwords; shorter ones from before still sign in. */
export const PASSWORD_MIN = 8;
/** Long enough for any passphrase; bounds the hashing work. */
export const PASSWORD_MAX = 256;

/** As many as a member keeps. */
export const KEPT_NOTIFICATIONS = 10;
