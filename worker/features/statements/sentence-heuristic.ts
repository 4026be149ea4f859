import type { Transcript } from "#features/captions/transcript.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { OWN_STOPS, spokenLength } from "#text/scripts.ts";
import { pushTrimmed, type Span, splitSentences } from "#text/sentences.ts";
import type { StatementCandidate } from "./merge-statements.ts";
import { blankNonSpeech, cuesBetween, type SpokenText, spokenText } from "./spoken-text.ts";

/** A sentence must be longer than this to be a statement. */
const SENTENCE_CHARS_OVER = 20;
/** A longer sentence is a transcript without full stops. */
const RUN_ON_CHARS = 400;
/** The length of the pieces that are used as sentences if the text has no line breaks either. */
const PIECE_CHARS = 200;

export type SentenceStatement = StatementCandidate & {
	/** The cue in which the sentence starts; null without cue times. */
	cue: number | null;
};

const SENTENCE_MARK = new RegExp(`[.!?…${OWN_STOPS}]`, "u");

/**
 * Finds statements without a model: sentences with signals of a checkable claim, in the
 * transcript's order. Among equals, a number is the strongest signal. In speech without full
 * stops, each cue (in untimed text each line) is treated as a sentence.
 */
export function sentenceStatements(transcript: Transcript): SentenceStatement[] {
	const spoken = spokenText(transcript);
	const speech = blankNonSpeech(spoken.text);
	const statements: SentenceStatement[] = [];
	for (const span of sentencesOf(spoken, speech, transcript.language)) {
		const content = visibleText(speech.slice(span.start, span.end)).replace(/^[-–—•]+ /u, "");
		const signals = claimSignals(content);
		if (signals === 0 || spokenLength(content) <= SENTENCE_CHARS_OVER) continue;
		const cues = cuesBetween(spoken, span.start, span.end);
		statements.push({
			content,
			quote: spoken.text.slice(span.start, span.end),
			importance: Math.round((100 * signals) / CLAIM_SIGNALS) - (hasNumber(content) ? 0 : 1),
			cue: cues?.from ?? null,
			cues,
		});
	}
	return statements;
}

function sentencesOf(spoken: SpokenText, speech: string, language: string | null): Span[] {
	const punctuated = SENTENCE_MARK.test(speech);
	const units = splitUnits(spoken, speech);
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
function splitUnits(spoken: SpokenText, speech: string): Span[] {
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

/** Adds a unit, split into pieces if it is too long for a sentence. */
function pushPieces(spans: Span[], speech: string, start: number, end: number): void {
	let from = start;
	while (end - from > RUN_ON_CHARS) {
		const ahead = speech.slice(from, from + PIECE_CHARS + 1);
		const piece = cutAtWord(ahead, PIECE_CHARS, "");
		pushTrimmed(spans, speech, from, from + piece.length);
		// If only spaces are left, `piece` is empty and the loop must still advance.
		from += piece.length || ahead.length - ahead.trimStart().length;
	}
	pushTrimmed(spans, speech, from, end);
}

/** A pattern for whole words, in scripts with and without case. */
function words(list: string): RegExp {
	const choice = list
		.split("|")
		.map((word) => word.trim())
		.join("|");
	return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${choice})(?![\\p{L}\\p{M}\\p{N}])`, "iu");
}

const NUMBER = /\p{Nd}/u;
const LARGE = words(
	`hundreds? | thousands? | (?:m|b|tr)illions? | dozens? | millionen? | milliarden? | tausend
	| millones | milhões | milioni | миллион\\p{L}* | миллиард\\p{L}* | مليون | مليار`,
);
const PERCENT = new RegExp(
	`[%％٪‰]|百分之|パーセント|퍼센트|${
		words(
			`per ?cent | percentage | prozent | pour ?cent | por ?ciento | por ?cento | per ?cento
			| процент\\p{L}* | (?:في|فى) المئة | אחוז(?:ים)?`,
		).source
	}`,
	"iu",
);
const STUDY = new RegExp(
	`研究|調査|调查|実験|实验|연구|${
		words(
			`stud(?:y|ies) | research(?:ers?|ed)? | scien(?:tists?|tific(?:ally)?|ce) | surveys? | surveyed
			| experiments? | experts? | evidence | statistics | statistically | data | findings
			| (?:dis)?proven? | proves? | peer[- ]reviewed | meta[- ]analys[ie]s | clinical trials?
			| studien? | forsch(?:er|ung)\\p{L}* | wissenschaft\\p{L}* | études? | recherches | chercheurs?
			| estudios? | investigador\\p{L}* | científic\\p{L}* | estudos? | pesquisa\\p{L}*
			| studi[oi]? | ricerc\\p{L}* | scienziat\\p{L}* | исследовани\\p{L}* | учён\\p{L}* | учен(?:ые|ых)
			| دراس(?:ة|ات) | الباحث\\p{L}* | מחקר(?:ים)?`,
		).source
	}`,
	"iu",
);
const ABSOLUTE = words(
	`always | never | every | every(?:one|body|thing|where) | no ?(?:one|body) | none | nothing | nowhere
	| entire(?:ly)? | completely | totally | absolutely | impossible | guaranteed | without exception
	| the only | (?<!(?:after|at|above|first of|once and for) )all(?! (?:right|of a sudden|along))
	| immer | niemals | alle | jede[rsnm]? | niemand | nie | toujours | jamais | tous | toutes | aucune?
	| siempre | nunca | todos | todas | ning[uú]n\\p{L}* | sempre | nessun[oa]? | tutti | всегда | никогда | все`,
);
/** Reported speech, recognised by its verb or quotation marks. */
const SAID = words(
	`(?<!(?:I|we|you|that) )(?:said|says) | told | claim(?:s|ed)? | stated | announced | according to
	| laut | zufolge | selon | según | segundo o | secondo | по словам | по данным`,
);
const QUOTED = /["“«„「『][^"“”«»„「」『』]{10,300}["”»“」』]/u;

const KINDS = [
	hasNumber,
	(text: string) => PERCENT.test(text),
	(text: string) => STUDY.test(text),
	(text: string) => ABSOLUTE.test(text),
	(text: string) => SAID.test(text) || QUOTED.test(text),
];

function hasNumber(text: string): boolean {
	return NUMBER.test(text) || LARGE.test(text);
}

/** A sentence with signals of all kinds. */
const CLAIM_SIGNALS = KINDS.length;

/**
 * The number of kinds of claim signals in a sentence: numbers, percentages, references to
 * studies, absolutes, reported speech.
 */
function claimSignals(sentence: string): number {
	return KINDS.filter((bears) => bears(sentence)).length;
}
