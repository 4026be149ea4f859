import { normalizeText } from "../text/normalize-text.ts";
import { plainForm } from "./plain-form.ts";
import { TURNS } from "./turns.ts";
import { TURNS_ELSEWHERE } from "./turns-elsewhere.ts";

/** Offsets into a text, `end` exclusive. */
export type AimedSpan = { start: number; end: number };

/** Turns closer than this belong to one address. */
const JOINED_CHARS = 30;
/** Where an address goes on for longer than is shown of it, another place is told. */
const LONGEST_CHARS = 140;

/** The border of a word in any script; a pattern's own knows English letters alone. */
const BORDER =
	"(?:(?<![\\p{L}\\p{M}\\p{N}])(?=[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{M}\\p{N}])(?![\\p{L}\\p{M}\\p{N}]))";

/** Made with the first text: to compile them is slow, and no request needs them. */
let compiled: RegExp[] | null = null;

function allTurns(): RegExp[] {
	compiled ??= [
		...TURNS.map((turn) => turn.source),
		...TURNS_ELSEWHERE.map((turn) =>
			normalizeText(turn.source, "NFKC").replaceAll("\\b", BORDER),
		),
	].map((source) => new RegExp(source, "gu"));
	return compiled;
}

/** Where a text speaks to the AI that rates it, in order, the first `max` of them. */
export function aimedSpans(source: string, max: number): AimedSpan[] {
	const { text, places } = plainForm(source);
	const found = allTurns()
		.flatMap((turn) => firstOf(turn, text, max))
		.sort((a, b) => a.start - b.start);
	const spans: AimedSpan[] = [];
	for (const { start, end } of found) {
		const last = spans.at(-1);
		if (last && belongs(last, { start, end }))
			last.end = Math.max(last.end, end);
		else spans.push({ start, end });
	}
	return spans.slice(0, max).map(({ start, end }) => ({
		start: places[start] ?? 0,
		end: end < places.length ? (places[end] ?? 0) : source.length,
	}));
}

function belongs(to: AimedSpan, { start, end }: AimedSpan): boolean {
	return (
		end <= to.end ||
		(start - to.end < JOINED_CHARS && end - to.start <= LONGEST_CHARS)
	);
}

function firstOf(turn: RegExp, text: string, max: number): AimedSpan[] {
	const spans: AimedSpan[] = [];
	for (const match of text.matchAll(turn)) {
		spans.push({ start: match.index, end: match.index + match[0].length });
		if (spans.length === max) break;
	}
	return spans;
}
