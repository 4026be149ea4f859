import type { Transcript } from "#features/captions/transcript.ts";
import { cutAtWord, normalizeText, visibleText } from "#text/clean.ts";
import { OWN_STOPS, spokenLength } from "#text/scripts.ts";
import { pushTrimmed, type Span, splitSentences } from "#text/sentences.ts";
import { MULTIPLIERS } from "./amount-words.ts";
import { readAmounts } from "./amounts.ts";
import type { StatementCandidate } from "./merge-statements.ts";
import { blankNonSpeech, cuesBetween, type SpokenText, spokenText } from "./spoken-text.ts";
import { namesIn, showsNamesByCapitals } from "./wording-guard.ts";

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
 * transcript's order. In speech without full
 * stops, each cue (in untimed text each line) is treated as a sentence.
 */
export function sentenceStatements(transcript: Transcript): SentenceStatement[] {
	const spoken = spokenText(transcript);
	const speech = blankNonSpeech(spoken.text);
	const statements: SentenceStatement[] = [];
	for (const span of sentencesOf(spoken, speech, transcript.language)) {
		const content = visibleText(speech.slice(span.start, span.end)).replace(/^[-–—•]+ /u, "");
		if (spokenLength(content) <= SENTENCE_CHARS_OVER) continue;
		const importance = claimStrength(content, transcript.language);
		if (importance === null) continue;
		const cues = cuesBetween(spoken, span.start, span.end);
		statements.push({
			content,
			quote: spoken.text.slice(span.start, span.end),
			importance,
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

/*
 * What shows, without a model, that a sentence makes a claim which pages can settle. Each list has
 * the words of several languages; numbers, quotation marks and names need none.
 */

/** A pattern for whole words, in scripts with and without case. */
function words(...lists: string[]): RegExp {
	const choice = lists
		.flatMap((list) => list.split("|"))
		.map((word) => word.trim())
		.join("|");
	return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${choice})(?![\\p{L}\\p{M}\\p{N}])`, "iu");
}

/** Either pattern, case-insensitive. */
function either(unspaced: string, spaced: RegExp): RegExp {
	return new RegExp(`${unspaced}|${spaced.source}`, "iu");
}

const DIGIT = /\p{N}/u;
const NUMBER_WORD = either(
	"[二三四五六七八九十百千][十百千万萬億亿兆]|[二三四五六七八九十百千万萬億亿兆][人年个個名倍歳岁円元]|半[分数數]|一半|절반",
	words(
		[...MULTIPLIERS.keys()].map((word) => normalizeText(word, "NFC")).join("|"),
		`hundreds | thousands | dozens | half | halves | thirds? | quarters? | twice | doubled? | tripled?
		| hälfte | drittel | viertel | doppelt | verdoppelt\\p{L}* | moitié | tiers | double[sr]? | mitad | tercios? | doble
		| metade | terços? | dobro | metà | terzi | doppio | половин\\p{L}* | трет[ьи] | вдвое | миллион\\p{L}* | миллиард\\p{L}*
		| drie | vijf | zeven | negen | tien | twintig | honderd | duizend | miljoen | miljard | helft
		| اثن(?:ان|ين) | ثلاث\\p{L}* | أربع\\p{L}* | خمس\\p{L}* | سبع\\p{L}* | تسع\\p{L}* | عشر\\p{L}* | مئ(?:ة|ات) | مائة | آلاف | ألف | مليون | ملايين | مليار\\p{L}* | نصف | ثلث | ضعف`,
	),
);
const PERCENT = either(
	"[%％٪‰]|百分之|パーセント|퍼센트",
	words(
		`per ?cent | percentage | prozent | pour ?cent | por ?ciento | por ?cento | per ?cento
		| процент\\p{L}* | (?:في|فى) المئة | אחוז(?:ים)?`,
	),
);
const STUDY = either(
	"研究|調査|调查|実験|实验|연구",
	words(
		`stud(?:y|ies) | research(?:ers?|ed)? | scien(?:tists?|tific(?:ally)?|ce) | surveys? | surveyed
		| experiments? | experts? | evidence | statistics | statistically | data | findings
		| (?:dis)?proven? | proves? | peer[- ]reviewed | meta[- ]analys[ie]s | clinical trials?
		| studien? | forsch(?:er|ung)\\p{L}* | wissenschaft\\p{L}* | études? | recherches | chercheurs?
		| estudios? | investigador\\p{L}* | científic\\p{L}* | estudos? | pesquisa\\p{L}*
		| studi[oi]? | ricerc\\p{L}* | scienziat\\p{L}* | исследовани\\p{L}* | учён\\p{L}* | учен(?:ые|ых)
		| دراس(?:ة|ات) | الباحث\\p{L}* | מחקר(?:ים)?`,
	),
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

/** More or less than something else, or the most of all. */
const COMPARED = either(
	"最も|最[多少高低大小长長古早初]|(?:に|と)?比べて|よりも?(?:多|少|高|低|大|小)|比[^如较較賽赛，。]{1,12}(?:多|少|高|低|大|小|长|長)|보다|가장",
	words(
		`(?:more|less|fewer|better|worse|greater|\\p{L}{2,12}er) (?:[\\p{L}'’-]{1,20} ){0,6}than
		| the (?:\\p{L}{1,12} )?(?:most|least|fewest|best|worst|(?:low|high|larg|bigg|great|long|strong|small|old|young|fast|rich|poor|safe|near|new|tall|deep|hard|clos)\\p{L}{0,2}est) | most of | majority
		| (?:mehr|weniger|\\p{L}{3,12}er) (?:\\p{L}{1,20} ){0,6}als | am \\p{L}{3,20}sten | d(?:ie|er|as|en) (?:meisten|größte\\p{L}?|kleinste\\p{L}?|höchste\\p{L}?|älteste\\p{L}?) | mehrheit
		| (?:plus|moins) (?:[\\p{L}'’]{1,20} ){1,5}que | l(?:e|a|es) (?:plus|moins) | la plupart
		| (?:más|menos) (?:\\p{L}{1,20} ){0,5}que | (?:el|la|los|las) (?:\\p{L}{1,20} )?(?:más|menos) | mayoría
		| (?:mais|menos) (?:\\p{L}{1,20} ){0,5}(?:do )?que | [oa]s? (?:\\p{L}{1,20} )?(?:mais|menos) \\p{L}{3,20} d[aoe]s? | maioria
		| (?:più|meno) (?:\\p{L}{1,20} ){0,5}(?:di|che|del|della) | (?:il|la|i|le) (?:\\p{L}{1,20} )?più | maggioranza
		| (?:больше|меньше|выше|ниже|лучше|хуже|более|менее)(?: \\p{L}{1,20}){0,5},? чем | сам(?:ый|ая|ое|ые|ой|ых) | больш(?:инство|е всего)
		| (?:meer|minder) (?:\\p{L}{1,20} ){0,5}dan | de (?:meeste|grootste|hoogste|laagste) | meerderheid
		| (?:أكثر|أقل|أكبر|أصغر|أعلى|أدنى) | معظم`,
	),
);

/** A verb of the past. In other languages the verb's own ending shows it, or its auxiliary. */
const PAST = words(
	`(?!(?:need|indeed|feed|speed|proceed|succeed|exceed|seed|breed|hundred|sacred)(?!\\p{L}))\\p{L}{2,20}ed
	| (?:has|have) (?:\\p{L}{1,12} )?been | was | were | had | became | began | bought | brought | built | came | cut | fell | fought | found
	| gave | grew | held | kept | led | left | lost | made | met | paid | ran | rose | sent | sold | spent | took | went | won | wrote | gone | taken | given | written | risen
	| \\p{L}{2,20}(?:aron|ieron|aram|eram|iram|arono|erono|irono) | \\p{L}{2,20}[^\\P{L}aeiou]ó | \\p{L}{3,20}ou | fue | fueron | foi | foram | había | habían
	| h(?:a|an|anno|avait) \\p{L}{2,20}(?:[aiu]do|to|so) | (?:a|est|sont) (?:été|\\p{L}{2,20}ée?s?) | (?:ont|avait|avaient) \\p{L}{2,20}(?:ée?s?|u|it|is) | était | étaient | fut | furent | era | erano | è stat[oaie]
	| был[аои]? | \\p{L}{3,20}(?:ал|ил|ел|ял)[аои]? | стал[аои]?`,
);

/**
 * Digits that count nothing: clock times, the number of a point in a list, and those of chapters,
 * before a colon or a dash. In any script.
 */
const TIME =
	/(?<!\p{Nd}[.,]?)\p{Nd}{1,3}[:：]\p{Nd}{2}(?:[:：]\p{Nd}{2})?(?:[.,]\p{Nd}{1,3})?(?!\p{Nd})/gu;
const POINT = /^\s{0,4}(?:[-–—•*#]\s{0,2})?[#(]?\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){0,3}[.)、．:：]\s+/u;
const CHAPTER = /^\s{0,4}[\p{L}\p{M}]{2,14}\s\p{Nd}{1,2}\s?(?:[:：]|[–—-](?=\s))/u;

function withoutCounters(text: string): string {
	return text.replace(POINT, "").replace(CHAPTER, "").replace(TIME, "");
}

function hasNumber(sentence: string): boolean {
	const text = withoutCounters(sentence);
	return DIGIT.test(text) || NUMBER_WORD.test(text) || readAmounts(text).amounts.length > 0;
}

/** A name that does not begin the sentence, beside a verb of the past, in what is no question. */
function tellsOfSomeone(text: string): boolean {
	return PAST.test(text) && !isQuestion(text) && namesIn(text).some((name) => name !== "I");
}

function isQuestion(text: string): boolean {
	const mark = Math.max(text.lastIndexOf("?"), text.lastIndexOf("？"));
	return mark >= 0 && !/\w/.test(text.slice(mark));
}

const KINDS: readonly ((text: string, language: string | null) => boolean)[] = [
	hasNumber,
	(text) => PERCENT.test(text),
	(text) => STUDY.test(text),
	(text) => ABSOLUTE.test(text),
	(text) => SAID.test(text) || QUOTED.test(text),
	(text) => COMPARED.test(text),
	(text, language) => showsNamesByCapitals(language) && tellsOfSomeone(text),
];

/**
 * How much in a sentence shows a claim, from 0 to 100: the share of the kinds of signals that it
 * has, and one less without a number, so that a number is the strongest signal among equals. Null
 * if it has none. `language` is BCP 47.
 */
export function claimStrength(sentence: string, language: string | null): number | null {
	const signals = KINDS.filter((has) => has(sentence, language)).length;
	if (signals === 0) return null;
	return Math.round((100 * signals) / KINDS.length) - (hasNumber(sentence) ? 0 : 1);
}
