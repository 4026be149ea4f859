/**
 * A cue or a quote as it is shown: the empty lines that part speakers while
 * sentences are looked for are plain spaces to a reader.
 */
export function withoutTurns(text: string): string {
	return text.replace(/\s+/gu, " ").trim();
}
