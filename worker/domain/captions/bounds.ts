/** A 10-hour video at one caption every two seconds is 18,000. */
export const MAX_CUES = 20_000;
/** Two minutes of fast speech: a longer caption is split, not cut. */
export const MAX_CUE_CHARS = 2_000;
