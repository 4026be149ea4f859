import type { PromptInjection } from "#contract/video.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { cutAtWord, normalizeText } from "#text/clean.ts";
import { FOREIGN_INJECTION_PHRASES, INJECTION_PHRASES } from "./injection-phrases.ts";
import {
	type PlainForm,
	plainForm,
	spanInSource,
	spelledWords,
	type TextSpan,
	undisguised,
} from "./plain-form.ts";
import { protocolSpans } from "./protocol-words.ts";
import { cueAt, spokenText } from "./spoken-text.ts";

/** Enough to show the attempts of a video; limits what is stored and shown. */
export const MAX_INJECTIONS = 12;
/** The length of the phrase including the words around it. */
export const MAX_INJECTION_CHARS = 200;
/** The length of the text shown before the phrase as context. */
const LEAD_CHARS = 40;
const TAIL_CHARS = 60;

/**
 * Finds the passages of a transcript that address the AI that rates it, in order, at most
 * MAX_INJECTIONS. `duration` (seconds) is used to estimate their times if there are no cues.
 */
export function findPromptInjections(
	transcript: Pick<Transcript, "cues" | "text">,
	duration: number | null,
): PromptInjection[] {
	const spoken = spokenText(transcript);
	const known = duration !== null && duration > 0;
	const places = injectionSpans(spoken.text, MAX_INJECTIONS).map((span): PromptInjection => {
		const text = excerpt(spoken.text, span);
		const cue = cueAt(spoken, span.start);
		if (cue !== null)
			return { timestamp: transcript.cues[cue]?.start ?? 0, timestamp_source: "cue", text };
		if (!known) return { timestamp: null, timestamp_source: "unknown", text };
		const share = span.start / spoken.text.length;
		return { timestamp: Math.round(share * duration), timestamp_source: "estimated", text };
	});
	return [...new Map(places.map((it) => [`${it.timestamp} ${it.text}`, it])).values()];
}

/** The phrase with some words around it, cut between words. */
function excerpt(text: string, { start, end }: TextSpan): string {
	const from = wordAfter(text, Math.max(0, start - LEAD_CHARS), start);
	const tail = text.slice(from, end + TAIL_CHARS);
	return cutAtWord(tail.replace(/\s+/gu, " ").trim(), MAX_INJECTION_CHARS);
}

/**
 * The start of the last sentence between `low` and `high`, otherwise of the first word after
 * `low`.
 */
function wordAfter(text: string, low: number, high: number): number {
	const zone = text.slice(low, high);
	const sentence = [...zone.matchAll(/[.!?。！？]["'”’»)\]]{0,3}\s/gu)].at(-1);
	if (sentence) return low + sentence.index + sentence[0].length;
	if (low === 0) return 0;
	const space = zone.search(/\s/u);
	return space < 0 ? high : low + space + 1;
}

/** Far longer than any statement or quote; bounds the work. */
const SEEN_CHARS = 4_000;

/**
 * Text in Unicode tag characters, which only machines read. Flags of regions use them
 * legitimately.
 */
const TAGGED = /(?<![\u{1f3f4}\u{e0020}-\u{e007f}])[\u{e0000}-\u{e007f}]/u;

/**
 * Whether a text addresses the AI that will rate it: instructions to a model, a request for a
 * score, conversation markup, or parts of the raters' own questions and answers. A match is an
 * indication, not a proof.
 */
export function hasPromptInjection(text: string): boolean {
	const seen = normalizeText(text.slice(0, SEEN_CHARS), "NFC");
	return TAGGED.test(seen) || injectionSpans(seen, 1).length > 0;
}

/** Phrases closer than this form one passage. */
const JOINED_CHARS = 30;
/** A longer passage is continued as another one, because only this much of it is shown. */
const LONGEST_CHARS = 140;

/** A word boundary in any script; `\b` supports only ASCII letters. */
const BORDER =
	"(?:(?<![\\p{L}\\p{M}\\p{N}])(?=[\\p{L}\\p{N}])|(?<=[\\p{L}\\p{M}\\p{N}])(?![\\p{L}\\p{M}\\p{N}]))";

/** Compiled on first use, because compiling is slow and few requests need it. */
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

/** The first `max` spans that address the AI that rates, in order. */
function injectionSpans(source: string, max: number): TextSpan[] {
	const plain = plainForm(source);
	const lined = plainForm(source, { bare: true, lines: true });
	const bare = { ...lined, text: lined.text.replaceAll("\n", " ") };
	const clear = undisguised(bare);
	const found = [
		...spansIn(plain, source, max),
		// A model reads an English word with stacked diacritics as the plain word.
		...(bare.text === plain.text ? [] : spansIn(bare, source, max)),
		...(clear.text === bare.text ? [] : spansIn(clear, source, max)),
		...spelledSpans(spelledWords(bare), max),
		...protocolSpans(lined, source, max),
	].sort((a, b) => a.start - b.start);
	const spans: TextSpan[] = [];
	for (const { start, end } of found) {
		const last = spans.at(-1);
		if (last && belongs(last, { start, end })) last.end = Math.max(last.end, end);
		else spans.push({ start, end });
	}
	return spans.slice(0, max);
}

/**
 * The phrases without the borders of words, for letters that were joined. Ordinary text is not
 * searched for them.
 */
let spelled: RegExp[] | null = null;

function spelledTurns(): RegExp[] {
	spelled ??= INJECTION_PHRASES.map(
		({ source }) =>
			new RegExp(
				source
					.replaceAll("\\b", "")
					.replaceAll("\\s?", "")
					.replaceAll("\\s", "")
					.replaceAll(" ?", "")
					.replaceAll(" ", "")
					.replaceAll("\\p{L}+", "\\p{L}{1,12}"),
				"gu",
			),
	);
	return spelled;
}

/** The first `max` matches in joined letters. */
function spelledSpans({ text, places }: PlainForm, max: number): TextSpan[] {
	return spelledTurns()
		.flatMap((turn) => firstMatches(turn, text, max))
		.map(({ start, end }) => ({ start: places[start] ?? 0, end: (places[end - 1] ?? 0) + 1 }));
}

/** The first `max` matches of each phrase, as offsets into the source. */
function spansIn(form: PlainForm, source: string, max: number): TextSpan[] {
	return allTurns()
		.flatMap((turn) => firstMatches(turn, form.text, max))
		.map((span) => spanInSource(form, source, span));
}

function belongs(to: TextSpan, { start, end }: TextSpan): boolean {
	return end <= to.end || (start - to.end < JOINED_CHARS && end - to.start <= LONGEST_CHARS);
}

function firstMatches(turn: RegExp, text: string, max: number): TextSpan[] {
	const spans: TextSpan[] = [];
	for (const match of text.matchAll(turn)) {
		spans.push({ start: match.index, end: match.index + match[0].length });
		if (spans.length === max) break;
	}
	return spans;
}
