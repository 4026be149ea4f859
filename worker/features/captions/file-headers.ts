/*
 * What stands in a file besides speech, before its first time or between its words: properties of a
 * note, tags of a lyrics file, what a recogniser prints while it starts.
 */

/** The properties of a Markdown note: lines of YAML between two lines of dashes. */
const FRONT_MATTER = /^\uFEFF?\s{0,8}---[^\S\n]*\n(?:[^\n]{0,2000}\n){0,80}?---[^\S\n]*(?:\n|$)/u;

export function withoutFrontMatter(text: string): string {
	return text.replace(FRONT_MATTER, "");
}

const PICTURE = /^\s{0,8}!\[[^\]\n]{0,300}\]\([^()\n]{0,600}\)\s*$/u;
/** "[ti:Title]": two letters, or the words for length and offset. */
const LYRICS_TAG = /^\[(?:[a-z]{2}|length|offset|tool):[^\]\n]{0,300}\]\s*$/iu;
const RECOGNISER =
	/^(?:detect(?:ing|ed) language\b|(?:whisper|ggml)_\w{1,60}:|main: |system_info:)/iu;

export function isPicture(line: string): boolean {
	return PICTURE.test(line);
}

/** Whether a line above the first time is no speech. */
export function isHeader(line: string): boolean {
	return LYRICS_TAG.test(line) || RECOGNISER.test(line.trimStart()) || PICTURE.test(line);
}

/** The lines before a caption file's first cue that are speech. */
export function withoutHeaders(before: readonly string[]): string[] {
	// SubViewer: everything up to the first cue.
	if (before[0]?.trim() === "[INFORMATION]") return [];
	return before.filter((line) => !isHeader(line));
}
