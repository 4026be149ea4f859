import type { TranscriptReading } from "#contract/analysis.ts";
import type { SpeechContext } from "#contract/statement.ts";
import type { PromptInjection, TranscriptAnswer } from "#contract/video.ts";
import { foldText } from "#text/fold.ts";
import { UNSPACED } from "#text/scripts.ts";
import type { HiddenWords } from "./hidden-words.ts";

/** Stands in a text where words that were taken down are spoken. */
const CUT = "[taken down]";
/**
 * So many words of a hidden quote in a row are cut wherever they are spoken, or all if it has fewer:
 * less than a sentence, because the text around another quote may begin or end within it, and a cue
 * may have a noise in it.
 */
const CUT_WORDS = 5;
/** The same for scripts that write words without spaces, in characters. */
const CUT_CHARACTERS = 8;

type Span = { from: number; to: number };
type Unit = Span & { folded: string };

export type Cutter = {
	text: (text: string) => string;
	transcript: (transcript: TranscriptAnswer) => TranscriptAnswer;
};

const UNIT = new RegExp(
	`(?=[\\p{L}\\p{N}])[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`,
	"gu",
);
const UNSPACED_UNIT = new RegExp(`^[${UNSPACED}]`, "u");

/** Cuts the spoken words of hidden statements out of what is served. */
export function createCutter(hidden: readonly Pick<HiddenWords, "quote">[]): Cutter {
	const sequences = hiddenSequences(hidden.map(({ quote }) => quote));
	const none = sequences.size === 0;
	return {
		text: (text) => (none ? text : cut(text, findSpans(text, sequences))),
		transcript: (answer) => (none ? answer : cutTranscript(answer, sequences)),
	};
}

/** What is spoken around another quote, without hidden words. */
export function cutContext({ before, after }: SpeechContext, cutter: Cutter): SpeechContext {
	return { before: cutter.text(before), after: cutter.text(after) };
}

/** What is written for raters in a video, without hidden words. */
export function cutInjections(
	found: PromptInjection[] | null,
	cutter: Cutter,
): PromptInjection[] | null {
	return found?.map((it) => ({ ...it, text: cutter.text(it.text) })) ?? null;
}

/** What was not understood of a member's text, without hidden words. */
export function cutReading(
	reading: TranscriptReading | null,
	cutter: Cutter,
): TranscriptReading | null {
	return reading && { ...reading, not_understood: reading.not_understood.map(cutter.text) };
}

/** Every run of units that is cut, by its number of units. */
function hiddenSequences(quotes: readonly string[]): Map<number, Set<string>> {
	const sequences = new Map<number, Set<string>>();
	for (const quote of quotes) {
		const units = unitsOf(quote);
		const unspaced = units.some(({ from }) => UNSPACED_UNIT.test(quote.slice(from)));
		const size = Math.min(units.length, unspaced ? CUT_CHARACTERS : CUT_WORDS);
		if (size === 0) continue;
		const same_size = sequences.get(size) ?? new Set();
		for (let at = 0; at + size <= units.length; at += 1) same_size.add(keyOf(units, at, size));
		sequences.set(size, same_size);
	}
	return sequences;
}

function unitsOf(text: string): Unit[] {
	return [...text.matchAll(UNIT)].map(({ 0: unit, index }) => ({
		from: index,
		to: index + unit.length,
		folded: foldText(unit),
	}));
}

function keyOf(units: readonly Unit[], at: number, size: number): string {
	let key = "";
	for (let unit = at; unit < at + size; unit += 1) key += `${units[unit]?.folded} `;
	return key;
}

/** The stretches to cut, in order, without touching each other. */
function findSpans(text: string, sequences: ReadonlyMap<number, ReadonlySet<string>>): Span[] {
	const units = unitsOf(text);
	const hidden = new Uint8Array(units.length);
	for (const [size, keys] of sequences)
		for (let at = 0; at + size <= units.length; at += 1)
			if (keys.has(keyOf(units, at, size))) hidden.fill(1, at, at + size);
	const spans: Span[] = [];
	for (const [at, { from, to }] of units.entries()) {
		if (!hidden[at]) continue;
		const last = spans.at(-1);
		if (last && hidden[at - 1]) last.to = to;
		else spans.push({ from, to });
	}
	return spans;
}

function cut(text: string, spans: readonly Span[]): string {
	let kept = "";
	let end = 0;
	for (const { from, to } of spans) {
		kept += text.slice(end, from) + CUT;
		end = to;
	}
	return kept + text.slice(end);
}

/** A quote may begin in one cue and end in another. */
function cutTranscript(
	{ cues, transcript, turns, ...answer }: TranscriptAnswer,
	sequences: ReadonlyMap<number, ReadonlySet<string>>,
): TranscriptAnswer {
	const whole = cues.map(({ text }) => text).join("\n");
	const spoken = findSpans(whole, sequences);
	let begin = 0;
	let next = 0;
	const cut_cues = cues.map((cue) => {
		const end = begin + cue.text.length;
		const own: Span[] = [];
		for (let span = spoken[next]; span && span.from < end; span = spoken[++next]) {
			own.push({ from: Math.max(span.from, begin) - begin, to: Math.min(span.to, end) - begin });
			if (span.to > end) break;
		}
		begin = end + 1;
		return { ...cue, text: cut(cue.text, own) };
	});
	const written = findSpans(transcript, sequences);
	return {
		...answer,
		cues: cut_cues,
		transcript: cut(transcript, written),
		...(turns && { turns: turns.map((it) => ({ ...it, at: placeAfter(it.at, written) })) }),
	};
}

/** Where an offset of the text is after the cut. */
function placeAfter(at: number, spans: readonly Span[]): number {
	let moved = at;
	for (const { from, to } of spans) {
		if (from >= at) break;
		moved += to <= at ? CUT.length - (to - from) : from - at;
	}
	return moved;
}
