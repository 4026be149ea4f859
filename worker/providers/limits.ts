/** A rating is a few hundred tokens; a larger answer is not one. */
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

/** Consistent judgements that are not copies of each other. */
export const TEMPERATURE = 0.3;
/** A transcript must not be creative. */
export const TRANSCRIPTION_TEMPERATURE = 0;
