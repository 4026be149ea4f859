import type { AimedText } from "#contract/video.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { cutAtWord } from "#text/clean.ts";
import { normalizeText } from "#text/normalize.ts";
import {
	FOREIGN_INJECTION_PHRASES,
	INJECTION_PHRASES,
} from "./injection-phrases.ts";
import { type PlainForm, plainForm } from "./plain-form.ts";
import { cueAt, spokenText } from "./spoken-text.ts";

/** Enough to see what a video is up to; bounds what is stored and shown. */
export const MAX_INJECTIONS = 12;
/** The turn itself and what is said around it. */
export const MAX_INJECTION_CHARS = 200;
/** What is shown before the turn, so that it can be understood. */
const LEAD_CHARS = 40;
const TAIL_CHARS = 60;

/**
 * The places of a transcript that speak to the AI that rates it, in order, at
 * most MAX_AIMED_TEXTS. `duration` (seconds) places what has no cue times.
 */
export function findPromptInjections(
	transcript: Pick<Transcript, "cues" | "text">,
	duration: number | null,
): AimedText[] {
	const spoken = spokenText(transcript);
	const places = aimedSpans(spoken.text, MAX_INJECTIONS).map((span) => {
		const cue = cueAt(spoken, span.start);
		const share = span.start / spoken.text.length;
		return {
			timestamp:
				cue !== null
					? (transcript.cues[cue]?.start ?? 0)
					: duration === null
						? null
						: Math.round(share * duration),
			timestamp_source: cue === null ? "estimated" : "cue",
			text: excerpt(spoken.text, span),
		} satisfies AimedText;
	});
	return [
		...new Map(places.map((it) => [`${it.timestamp} ${it.text}`, it])),
	].map(([, place]) => place);
}

/** The turn with some words around it, cut where words end. */
function excerpt(text: string, { start, end }: AimedSpan): string {
	const from = wordAfter(text, Math.max(0, start - LEAD_CHARS), start);
	const tail = text.slice(from, end + TAIL_CHARS);
	return cutAtWord(tail.replace(/\s+/gu, " ").trim(), MAX_INJECTION_CHARS);
}

/** Where the last sentence before `high` begins, else the first word, from `low` on. */
function wordAfter(text: string, low: number, high: number): number {
	const zone = text.slice(low, high);
	const sentence = [...zone.matchAll(/[.!?。！？]["'”’»)\]]{0,3}\s/gu)].at(-1);
	if (sentence) return low + sentence.index + sentence[0].length;
	if (low === 0) return 0;
	const space = zone.search(/\s/u);
	return space < 0 ? high : low + space + 1;
}

/** Far beyond any statement or quote; bounds the work. */
const SEEN_CHARS = 4_000;

/** Text written in characters that only a machine reads; flags spell regions with them. */
const TAGGED = /(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0000}-\u{e007f}]/u;

/**
 * Whether a text speaks to the AI that will rate it: instructions to a model,
 * a score asked for, the marks of a conversation. A sign, not a proof.
 */
export function hasPromptInjection(text: string): boolean {
	const seen = normalizeText(text.slice(0, SEEN_CHARS), "NFC");
	return TAGGED.test(seen) || aimedSpans(seen, 1).length > 0;
}

/** Offsets into a text, `end` exclusive. */
type AimedSpan = { start: number; end: number };

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
		...INJECTION_PHRASES.map((turn) => turn.source),
		...FOREIGN_INJECTION_PHRASES.map((turn) =>
			normalizeText(turn.source, "NFKC").replaceAll("\\b", BORDER),
		),
	].map((source) => new RegExp(source, "gu"));
	return compiled;
}

/** Where a text speaks to the AI that rates it, in order, the first `max` of them. */
function aimedSpans(source: string, max: number): AimedSpan[] {
	const plain = plainForm(source);
	const bare = plainForm(source, { bare: true });
	const found = [
		...spansIn(plain, source, max),
		// An English word under accents or piled marks is read by a model as the word.
		...(bare.text === plain.text ? [] : spansIn(bare, source, max)),
	].sort((a, b) => a.start - b.start);
	const spans: AimedSpan[] = [];
	for (const { start, end } of found) {
		const last = spans.at(-1);
		if (last && belongs(last, { start, end }))
			last.end = Math.max(last.end, end);
		else spans.push({ start, end });
	}
	return spans.slice(0, max);
}

/** Of every turn the first `max`, as offsets into the source. */
function spansIn(
	{ text, places }: PlainForm,
	source: string,
	max: number,
): AimedSpan[] {
	return allTurns()
		.flatMap((turn) => firstOf(turn, text, max))
		.map(({ start, end }) => ({
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
