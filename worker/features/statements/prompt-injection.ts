import type { PromptInjection } from "#contract/video.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { cutAtWord, normalizeText } from "#text/clean.ts";
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

/** Phrases, in English and in symbols, that address the rater instead of the viewers. */

const MACHINE =
	"(?:an? |the |any |all |every |our |you |whichever |whatever )?(?:automated |neutral |other )?(?:ai|a\\.i\\.|llm|(?:large )?language model|gpt|chatgpt|claude|gemini|chatbot|ai model|(?:ai )?fact[- ]?check(?:er|ing (?:ai|model|bot|system))(?: (?:ai|model|bot|system))?|rater|evaluator|grader)s?";
const DUTY =
	"(?:must|should|shall|please|have to|need to|are (?:instructed|told|ordered) to|will now)";
const CANCEL = "(?:ignore|disregard|forget|override|bypass|skip|discard|drop)";
const ORDERS =
	"(?:instructions?|prompts?|rules?|guidelines?|orders|commands?|directives?|directions|text|context)";
const VERDICT =
	"(?:(?:score|rate|mark|treat|accept|label) (?:this|it|me|my|every)|zero|as (?:true|false|factual|verified|misleading|supported|refuted))";
export const INJECTION_PHRASES: readonly RegExp[] = [
	// Cancels the rater's instructions. Speakers may cancel a slide or a remark, but only a model
	// has instructions.
	new RegExp(
		`\\b${CANCEL}\\s(?:(?:all|any|the|your|of|everything|these|those)\\s){0,4}(?:previous|prior|above|earlier|preceding|system)\\s(?:\\p{L}+\\s)?${ORDERS}\\b`,
		"u",
	),
	/\b(?:ignore|disregard|forget)\s(?:all|everything)\s(?:of\s)?(?:the\s|that\s)?(?:above|preceding)\b/u,
	/\b(?:ignore|disregard|forget|override|bypass)\s(?:all\s|of\s){0,2}your\s(?:\p{L}+\s)?(?:instructions?|prompt|rules|guidelines|training)\b/u,
	/\b(?:do not|don't|don’t|stop|never)\s(?:follow|obey|following|obeying)\s(?:your|the (?:system|previous|above))\s(?:\p{L}+\s)?(?:instructions?|prompt|rules|guidelines)\b/u,
	/\b(?:new|updated|hidden|secret|real) instructions? (?:for|to) (?:you|(?:the |any |all )?(?:ai|models?|raters?))\b/u,
	/\byour (?:new|real|true|actual|updated) (?:instructions?|task|prompt|rules) (?:is|are)\b/u,
	/\b(?:reveal|repeat|print|show|output|leak) (?:me )?(?:your|the) (?:system |hidden |initial |original )(?:prompt|instructions?)\b/u,
	/\byou are now (?:in |a |an |the )?(?:dan\b|developer mode|debug mode|admin mode|jailbroken|unrestricted|free of)/u,
	// Addresses a machine, or names the model and its task.
	new RegExp(
		`\\b(?:hey|dear|hello|attention|note (?:to|for)|message (?:to|for)|instructions? (?:to|for)|listen up|calling),? ${MACHINE}\\b(?! (?:users?|fans?|researchers?|developers?|companies|people|community|experts?|engineers?|tools?|image|art|video))`,
		"u",
	),
	new RegExp(`\\b${MACHINE}\\b.{0,40}\\b${DUTY}\\b.{0,40}\\b${VERDICT}\\b`, "u"),
	new RegExp(`\\bif you(?: are|'re|’re) ${MACHINE}\\b`, "u"),
	new RegExp(
		`\\byou(?: are|'re|’re)(?: now)? (?:an? |the )?(?:helpful |unbiased |neutral |impartial )?(?:${MACHINE}|assistant)\\b`,
		"u",
	),
	/\bas an? (?:ai|llm|(?:large )?language model|rater|evaluator|fact[- ]checking (?:ai|model|system))(?:,| you\b| (?:language )?model\b| assistant\b| rater\b)/u,
	/\b(?:ai|language|chat) ?(?:models?|systems?|assistants?|bots?|raters?|fact[- ]?checkers?) (?:that (?:are|is) )?(?:reading|rating|checking|evaluating|analy[sz]ing|scoring) (?:this|my|our|the)\b/u,
	/\b(?:ai|model|llm|language model|bot|rater|machine)s? (?:that|which|who) (?:reads?|rates?|checks?|evaluates?|analy[sz]es|scores?) (?:this (?:video|transcript|statement|claim|text|sentence|talk)|my (?:words|video|claims?))\b/u,
	/\b(?:whichever|whatever|whoever|any|every) (?:ai|model|llm|language model|bot|rater|machine)(?: model| rater)? (?:reads|rates|checks|evaluates|analy[sz]es|scores) (?:this|my)\b/u,
	// Asks for a score.
	/(?<!\b(?:lowest|highest|possible|minimum|maximum|best|worst|final|half-?time)\s)\bscore\s?(?:is|to|as|at|of|=|:|colon|must be|should be|shall be)?\s?(?:0|zero)\b(?!\s?(?:to|all|nil|goals?|points?|runs?|percent|[-–:%.,]\s?\d))/u,
	/\b(?:set|give|assign|return|output|answer|respond|reply)\b.{0,40}\b(?:score|rating|confidence)s?\b.{0,20}\b(?:0|zero|100|maximum|minimum)\b/u,
	/\b(?:give|grant) (?:this|my|the following|these|every|all) (?:video|claims?|statements?|transcript|talk)s? (?:a |an |the )?(?:zero|0|perfect|lowest|best|top|highest) (?:score|rating|marks?)\b/u,
	/\b(?:skip|suppress|leave out|drop|do not (?:extract|check)|don't (?:extract|check)) (?:this|these|the (?:next|following)|all other) (?:claims?|statements?)\b(?! form)/u,
	/\b(?:already|pre[- ]?)\s?(?:been )?(?:verified|approved|checked|rated|validated) by (?:the |your )?(?:rating panel|panel of (?:ai|models)|openai|anthropic|system|developers?|other (?:raters|models))\b/u,
	// Markup of a conversation or of a structured answer.
	/<\s?\/?\s?(?:system|assistant|user|human|instructions?|transcript|statement|prompt|data)\s?>/u,
	/<\|[a-z_]{1,30}\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:start|end)_of_turn>/u,
	/(?<=^|[.!?"'>}\]]\s?)(?:system|assistant|developer)\s?:/u,
	/\bsystem (?:prompt|message|override|note)\s?:/u,
	/#{2,6}\s?(?:system|instructions?|response|assistant)\b/u,
	/[-=*#[({<]{2,8}\s?(?:end|begin|start)(?: of)?(?: the)?(?: new| system)? (?:transcript|data|input|statement|prompt|instructions?|context)\b/u,
	/["'{]\s?(?:ai_)?(?:score|confidence|explanation|bs_score)["']?\s?:/u,
	/["'{]\s?statements["']?\s?:\s?\[/u,
	/\bquote (?:score|confidence) (?:unquote|end quote|quote)?\s?colon\b/u,
];

/**
 * Phrases in other languages that cancel the rater's instructions or address a machine.
 */
export const FOREIGN_INJECTION_PHRASES: readonly RegExp[] = [
	// German, Dutch, Swedish, Danish, Norwegian
	/\b(?:ignorier|missacht|vergiss|vergesst)\p{L}{0,3}\b.{0,30}(?:vorherig|obig|bisherig|vorangegangen|anweisung)/u,
	/\b(?:liebe|hallo|achtung|an die|als)\b (?:eine? )?(?:ki|sprachmodell|künstliche intelligenz)\b(?:[-, ]*(?:faktenprüfer|modelle?|systeme?|,| (?:sollst|musst|hast) du))/u,
	/\b(?:negeer|vergeet)\b.{0,20}\b(?:vorige|eerdere|bovenstaande)\b.{0,20}instructies/u,
	/\b(?:ignorera|ignorér|ignorer|glöm)\b.{0,20}(?:tidigare|tidligere|föregående|foregående|forrige).{0,20}(?:instru[kc]|anvisning)/u,
	// Spanish, Portuguese, Italian, French, Romanian
	/\bignor(?:e|ez|er|a|á|ad|en|ar|i|ate|ați|ă)\b(?!\s(?:the|these|those|its|his|her|their)\s).{0,30}(?:instrucciones|instruções|istruzioni|instructions|consignes|instrucțiunile|órdenes|ordens)/u,
	/\b(?:olvida|olvide|esqueça|esquece|dimentica|oublie|oubliez|uita)\b.{0,20}\b(?:instrucciones|instruções|istruzioni|instructions|consignes|instrucțiunile) (?:anteriores|precedenti|précédentes|prévias)/u,
	/\b(?:olvida|olvide|olviden|ignora|ignore|esqueça|esquece|dimentica|oublie|oubliez)\s(?:todo\s|tudo\s|tutto\s|tout\s)?(?:lo anterior|o anterior|quanto sopra|ce qui précède)\b/u,
	/\b(?:como|come|en tant qu['’]) ?(?:una? |uma )?(?:ia|inteligencia artificial|inteligência artificial|intelligenza artificiale|intelligence artificielle)(?:,| (?:debes|tienes|deves|devi|tu dois|vous devez))/u,
	// Slavic
	/(?:игнориру|забуд|ігнору)\p{L}{0,4}.{0,30}(?:инструкц|указан|інструкц|вказівк)/u,
	/\b(?:zignoruj|pomiń|ignoruj|ignorujte|zapomnij)\b.{0,30}(?:instrukcj|poleceni|instrukce|pokyny)/u,
	// Turkish, Indonesian, Vietnamese
	/\b(?:önceki|yukarıdaki)\b.{0,20}(?:talimat|komut)\p{L}{0,10}.{0,20}(?:yok say|görmezden gel|unut)/u,
	/\b(?:abaikan|lupakan)\b.{0,20}\b(?:instruksi|perintah|arahan)/u,
	/(?:bỏ qua|phớt lờ|quên).{0,20}(?:hướng dẫn|chỉ thị|chỉ dẫn|lệnh)/u,
	// Chinese, Japanese, Korean
	/(?:忽略|无视|無視|忽視|忘记|忘記).{0,12}(?:指令|指示|说明|說明|提示|要求)|(?:指示|命令|プロンプト).{0,8}無視/u,
	/(?:지시|명령|프롬프트).{0,12}무시/u,
	// Arabic, Persian, Hebrew, Hindi, Thai
	/تجاهل.{0,30}(?:التعليمات|الأوامر|تعليمات)|(?:دستور|دستورالعمل)\p{L}{0,10}.{0,20}(?:نادیده|فراموش)/u,
	/(?:התעלם|התעלמו|תתעלם).{0,20}(?:הוראות|ההוראות)/u,
	/(?:निर्देश|आदेश).{0,20}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)/u,
	/(?:ละเว้น|เพิกเฉย|ไม่ต้องสนใจ|ลืม).{0,20}(?:คำสั่ง|คำแนะนำ)/u,
];
