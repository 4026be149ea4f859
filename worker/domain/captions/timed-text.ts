/**
 * A caption as its file has it: markup and entities resolved, line breaks and
 * speaker marks still in place. Times in seconds; `end` is null where not given.
 */
export type TimedText = { start: number; end: number | null; text: string };
