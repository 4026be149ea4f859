/** A word longer than this share of the room is cut inside, or little would be left. */
const SHORTEST_SHARE = 0.6;

/**
 * The text within `max` UTF-16 units: cut at a space where there is one, else
 * between two characters; `ending` (counted in) says that something is missing.
 */
export function cutAtWord(text: string, max: number, ending = "…"): string {
	if (text.length <= max) return text;
	const room = max - ending.length;
	const space = text.slice(0, room + 1).search(/\s\S*$/u);
	const end = space >= room * SHORTEST_SHARE ? space : room;
	return text.slice(0, wholeCharacter(text, end)).trimEnd() + ending;
}

/** The offset itself, or the one before it where it would halve a character. */
function wholeCharacter(text: string, offset: number): number {
	const around = text.slice(Math.max(0, offset - 1), offset + 1);
	return /^[\ud800-\udbff][\udc00-\udfff]/.test(around) ? offset - 1 : offset;
}
