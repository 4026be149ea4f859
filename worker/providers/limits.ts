/** A rating has a few hundred tokens, so a larger response is invalid. */
export const RATING_MAX_BYTES = 256 * 1_024;
/** Dozens of statements with their quotes. */
export const EXTRACTION_MAX_BYTES = 1_024 * 1_024;
/** A window of speech as timed segments. */
export const TRANSCRIPTION_MAX_BYTES = 4 * 1_024 * 1_024;

export const RATING_MAX_TOKENS = 500;
/** About sixty statements with quotes. */
export const EXTRACTION_MAX_TOKENS = 8_000;
/** Half an hour of fast speech as JSON. */
export const TRANSCRIPTION_MAX_TOKENS = 32_000;

/**
 * Low enough for consistent ratings, high enough to keep the raters' errors from being identical.
 */
export const TEMPERATURE = 0.3;
/** A transcript must not vary. */
export const TRANSCRIPTION_TEMPERATURE = 0;
