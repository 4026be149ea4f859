/** What may not touch the code: it would be part of a word, a link or another code then. */
const JOINING = String.raw`[\p{L}\p{M}\p{N}_/@#&=%+\-]`;
const GLUED = String.raw`[\p{L}\p{N}]`;
/** As codes are made; nothing in it has a meaning of its own in a pattern. */
const SHAPE = /^[A-Za-z0-9-]+$/;

/** Whether a text holds the code as a word of its own, in any case. */
export function holdsCode(text: string, code: string): boolean {
	if (!SHAPE.test(code)) return false;
	const alone = new RegExp(
		String.raw`(?<!${JOINING}|${GLUED}\.)${code}(?!${JOINING}|\.${GLUED})`,
		"iu",
	);
	return alone.test(text);
}
