import { CLAIM_SIGNALS, claimSignals } from "./claim-signals.ts";
import type { StatementCandidate } from "./merge-statements.ts";
import { blankNonSpeech } from "./text/blank-non-speech.ts";
import { cutAtWord } from "./text/cut-at-word.ts";
import { OWN_STOPS, spokenLength } from "./text/scripts.ts";
import {
	pushTrimmed,
	type Span,
	splitSentences,
} from "./text/split-sentences.ts";
import {
	cuesBetween,
	type SpokenText,
	spokenText,
} from "./text/spoken-text.ts";
import { visibleText } from "./text/visible-text.ts";
import type { Transcript } from "./transcript.ts";

/** A sentence must be longer than this to be a statement. */
export const SENTENCE_CHARS_OVER = 20;
/** Speech that runs on for longer has lost its full stops. */
const RUN_ON_CHARS = 400;
/** What is taken for a sentence where not even lines divide the text. */
const PIECE_CHARS = 200;

export type SentenceStatement = StatementCandidate & {
	/** The cue in which the sentence begins; null without cue times. */
	cue: number | null;
};

const SENTENCE_MARK = new RegExp(`[.!?…${OWN_STOPS}]`, "u");

/**
 * Finds statements without any model: the sentences that bear signs of a
 * checkable claim, in the transcript's order. Where speech has no full stops,
 * a cue (in untimed text a line) counts as a sentence.
 */
export function sentenceStatements(
	transcript: Transcript,
): SentenceStatement[] {
	const spoken = spokenText(transcript);
	const speech = blankNonSpeech(spoken.text);
	const statements: SentenceStatement[] = [];
	for (const span of sentencesOf(spoken, speech, transcript.language)) {
		const content = visibleText(speech.slice(span.start, span.end)).replace(
			/^[-–—•]+ /u,
			"",
		);
		const signals = claimSignals(content);
		if (signals === 0 || spokenLength(content) <= SENTENCE_CHARS_OVER) continue;
		const cues = cuesBetween(spoken, span.start, span.end);
		statements.push({
			content,
			quote: spoken.text.slice(span.start, span.end),
			importance: Math.round((100 * signals) / CLAIM_SIGNALS),
			cue: cues?.from ?? null,
			cues,
		});
	}
	return statements;
}

function sentencesOf(
	spoken: SpokenText,
	speech: string,
	language: string | null,
): Span[] {
	const punctuated = SENTENCE_MARK.test(speech);
	const units = unitsOf(spoken, speech);
	let next = 0;
	return splitSentences(speech, language).flatMap((sentence) => {
		if (punctuated && sentence.end - sentence.start <= RUN_ON_CHARS) {
			return [sentence];
		}
		const parts: Span[] = [];
		while (next < units.length && (units[next]?.end ?? 0) <= sentence.start) {
			next += 1;
		}
		for (let i = next; i < units.length; i += 1) {
			const unit = units[i];
			if (!unit || unit.start >= sentence.end) break;
			const start = Math.max(unit.start, sentence.start);
			pushPieces(parts, speech, start, Math.min(unit.end, sentence.end));
		}
		return parts;
	});
}

/** The cues, or the lines of an untimed text. */
function unitsOf(spoken: SpokenText, speech: string): Span[] {
	const { starts } = spoken;
	if (starts.length > 0) {
		return Array.from(starts, (start, index) => ({
			start,
			end: starts[index + 1] ?? speech.length,
		}));
	}
	return Array.from(speech.matchAll(/[^\r\n]+/g), (line) => ({
		start: line.index,
		end: line.index + line[0].length,
	}));
}

/** Adds a unit, in pieces where it is itself too long for a sentence. */
function pushPieces(
	spans: Span[],
	speech: string,
	start: number,
	end: number,
): void {
	let from = start;
	while (end - from > RUN_ON_CHARS) {
		const ahead = speech.slice(from, from + PIECE_CHARS + 1);
		const piece = cutAtWord(ahead, PIECE_CHARS, "");
		pushTrimmed(spans, speech, from, from + piece.length);
		// Nothing but space is left of what was no speech: without this step it never ends.
		from += piece.length || ahead.length - ahead.trimStart().length;
	}
	pushTrimmed(spans, speech, from, end);
}
