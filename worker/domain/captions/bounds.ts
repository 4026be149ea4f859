/** A 10-hour video at one caption every two seconds is 18,000. */
export const MAX_CUES = 20_000;
/** Two minutes of fast speech: a longer caption is split, not cut. */
export const MAX_CUE_CHARS = 2_000;
/** Over ten hours of fast speech. What a model reads is paid for, and a file of captions may be anything. */
export const MAX_TRACK_CHARS = 600_000;
