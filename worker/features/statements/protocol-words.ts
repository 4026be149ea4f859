import { PAGE_KINDS, RATER_VERDICTS, SHOWS, STANCES } from "#contract/verdicts.ts";
import { normalizeText } from "#text/clean.ts";
import { type PlainForm, spanInSource, type TextSpan } from "./plain-form.ts";
import { findHeads } from "./question-heads.ts";
import { CODE_KEYS, HEADS } from "./question-lines.ts";

/*
 * Text that could be taken for a part of the question that raters get, or for their answer to it:
 * the line before a passage, the marks around one, and the answer's keys with values. The same
 * words occur in ordinary text ("Verdict: False"), so a key counts only in a form that people do
 * not write: quoted with one of its values, with "=", on a line of its own in lower case, or
 * beside another key.
 */

const oneOf = (words: readonly string[]) =>
	`(?:${[...words].sort((a, b) => b.length - a.length).join("|")})`;

const BEGIN = "(?<![a-z0-9_])";
const END = "(?![a-z0-9_])";

// The line before a passage: "P3 · nasa.gov · published 2021-05-02 · government".
const NUMBER = `(?<![a-z0-9])(?:[pрρ] ?|${HEADS.quote.toLowerCase()} )\\d{1,3}(?![a-z0-9])`;
const DOT = "[·•∙⋅‧・●▪ꞏ]";
const BAR = "[·•∙⋅‧・●▪ꞏ|]";
const LABEL = "[a-z0-9-]{1,63}";
const HOST = `(?<![a-z0-9.-])${LABEL}(?:[.。]${LABEL}){1,8}(?::\\d{1,5})?`;
/** Not a number like "3.5" or an abbreviation like "e.g." */
const NAME = `${HOST}(?<=[a-z]{2})`;
const DATED = "(?:published (?:on )?\\d{4}-\\d{2}-\\d{2}|date unknown)";
const KIND = oneOf(PAGE_KINDS.map((kind) => kind.replace("_", ".")));
const LINE = "(?<![^\\n])[^a-zрρ0-9\\n]{0,6}";

// A key of the answer with its value, in JSON or a form close to it.
const QUOTE =
	'\\\\{0,3}(?:"|&(?:amp;){0,2}(?:quot|apos|#0{0,5}3[49]|#x0{0,4}2[27]);|%2[27]|(?<=\\\\)(?:u00|x)2[27])';
const MAY_QUOTE = `(?:${QUOTE})?`;
const IS = "[ \\n]?(?:={1,2}>?|[:∶꞉ː׃]|->|→|%3a|&#0{0,5}58;|&#x0{0,4}3a;|&colon;)[ \\n]?";
const WORDS = [...RATER_VERDICTS, ...STANCES];
const WORD = `${oneOf(WORDS)}${END}`;
/** Nobody writes these elsewhere. */
const CODE_WORD = `${BEGIN}${oneOf([...CODE_KEYS, ...WORDS.filter((it) => it.includes("_"))])}${END}`;
const VALUE = `${MAY_QUOTE}${WORD}`;
const PERCENT = `${MAY_QUOTE}\\d{1,3}(?!\\d)`;
const VERDICT = `${BEGIN}verdict${MAY_QUOTE}${IS}${VALUE}`;
const FIGURE = `${BEGIN}(?:score|confidence)${MAY_QUOTE}${IS}${PERCENT}`;
/** The answers of the second reading and of the support check. */
const WORDINGS = ["same", "narrower", "broader", "other"];
const READING = oneOf([...WORDINGS, ...SHOWS]);
/** Two fields of one answer that are written without quotation marks. */
const pair = (one: string, other: string) => {
	const near = "[^]{0,24}";
	return [`${one}${near}${other}`, `${other}${near}${one}`];
};
const field = (key: string, value: string) =>
	`${BEGIN}${key}${MAY_QUOTE}${IS}${MAY_QUOTE}${value}${END}`;
/** Between a key and its value in a table, a list or a line of several. */
const BETWEEN = '["*_ ]{0,3}(?:[:;=|\\n\\]-] ?){0,2}["*_ ]{0,3}';
const LOOSE_VERDICT = `${BEGIN}(?:verdict|stance)${BETWEEN}${WORD}`;

const FORMS = [
	`${NUMBER}[^\\n]{0,3}${HOST}[^\\n]{0,6}${DATED}`,
	`${NUMBER}[^\\n]{0,2}${BAR} ?[a-z0-9.:-]{1,100} ?${BAR} ?${DATED}`,
	`${LINE}${NUMBER}[^\\n]{0,2}${DOT} ?${NAME}(?= ?(?:${DOT}|\\n|$))`,
	`${HOST} ?${BAR} ?${DATED} ?${BAR} ?${KIND}`,
	"(?<![=~#*-])[=~#*-]{3,40} ?(?=[a-z]{0,15}\\d)(?=\\d{0,15}[a-z])[a-z0-9]{16} ?[=~#*-]{3}",
	`${QUOTE}(?:verdict|stance)${QUOTE}${IS}${VALUE}`,
	`${QUOTE}today${QUOTE}${IS}${QUOTE}(?:same|supported|refuted)${QUOTE}`,
	`${QUOTE}passage${QUOTE}${IS}${MAY_QUOTE}p\\d{1,3}${END}`,
	`${BEGIN}citations${MAY_QUOTE}${IS}\\[[ \\n]?\\{[ \\n]?${MAY_QUOTE}(?:passage|stance|quote)${END}`,
	`${QUOTE}lean${QUOTE}${IS}\\{[ \\n]?${MAY_QUOTE}(?:score|confidence)${END}`,
	`\\{[ \\n]?${MAY_QUOTE}(?:verdict|stance)${MAY_QUOTE}${IS}(?:${QUOTE}|${WORD}|[[{\\d])`,
	`,[ \\n]?${QUOTE}(?:verdict|stance)${QUOTE}${IS}(?:${QUOTE}|[[{\\d])`,
	`${BEGIN}(?:verdict|stance) ?={1,2} ?${VALUE}`,
	CODE_WORD,
	`${QUOTE}(?:says|shows)${QUOTE}${IS}${QUOTE}${READING}${QUOTE}`,
	`<(?:verdict|stance)> ?${VALUE}`,
	`${QUOTE}(?:verdict|stance)${QUOTE} ?, ?${QUOTE}${WORD}`,
	`${LOOSE_VERDICT}[^]{0,24}${BEGIN}(?:stance|confidence|score|lean)${MAY_QUOTE}${BETWEEN}(?:${WORD}|${PERCENT})`,
	`${VERDICT}[^]{0,40}(?:${FIGURE}|${BEGIN}(?:stance|today)${MAY_QUOTE}${IS}${MAY_QUOTE}(?:same|${WORD}))`,
	`${FIGURE}[^]{0,20}${VERDICT}`,
	...pair(field("shows", oneOf(SHOWS)), field("probability", "\\d{1,3}")),
	...pair(field("statement", "\\d{1,3}"), field("says", oneOf(WORDINGS))),
	...pair(field("score", "\\d{1,3}"), field("confidence", "\\d{1,3}")),
];
const OWN_LINE = `${LINE}(?:verdict|stance)["*_]{0,2}${IS}[*_]{0,2} ?${VALUE}["*_.,;]{0,3}(?![^\\n])`;

/** Compiled on first use, because compiling is slow and few requests need it. */
let compiled: Record<"forms" | "demands" | "orders" | "own_line", RegExp[]> | null = null;

function patterns() {
	const compile = (sources: readonly string[]) => sources.map((it) => new RegExp(it, "gu"));
	if (compiled) return compiled;
	const { requests, orders, demands } = verdictOrders();
	compiled = {
		forms: compile([...FORMS, ...requests]),
		demands: compile(demands),
		orders: compile(orders),
		own_line: compile([OWN_LINE]),
	};
	return compiled;
}

const QUOTES = /['`´‘’‚‛“”„‟′″«»‹›「」『』〈〉《》〝〞〟❛❜❝❞ʹʺˮ]/gu;

/**
 * The first `max` matches of each form. `lined` is the bare plain form of `source` with its lines.
 */
export function protocolSpans(lined: PlainForm, source: string, max: number): TextSpan[] {
	// Every quotation mark is one UTF-16 unit, so that the places stay the same.
	const text = lined.text.replace(QUOTES, '"');
	const { forms, demands, orders, own_line } = patterns();
	const spansOf = (among: readonly RegExp[], isMeant: (at: number, span: TextSpan) => boolean) =>
		among.flatMap((pattern) => {
			const spans: TextSpan[] = [];
			for (const { index, 0: match } of text.matchAll(pattern)) {
				const span = spanInSource(lined, source, { start: index, end: index + match.length });
				if (isMeant(index, span)) spans.push(span);
				if (spans.length === max) break;
			}
			return spans;
		});
	const beginsClause = clauseStarts(text);
	return [
		...spansOf(forms, () => true),
		...findHeads(text, (span) => spanInSource(lined, source, span), source).slice(0, max),
		...(OWN_WORD.test(text) ? spansOf(demands, () => true) : []),
		...spansOf(orders, beginsClause),
		// Fact checks write "Verdict: Refuted".
		...spansOf(own_line, (_, { start, end }) => !/\p{Lu}/u.test(source.slice(start, end))),
	];
}

/*
 * Orders to give a statement a verdict. A fact check reports its verdict ("We rate this claim
 * TRUE", "Verdict: Refuted"). A text aimed at the raters orders one ("Rate this claim as true",
 * "Set verdict: refuted"). So an order counts only where its verb begins a clause, and each list of
 * verdicts has both sides, because a rule that knows only one of them drops evidence of one side.
 */

/** Of one language: the imperatives, what gets a verdict, and the verdicts of both sides. */
type Language = { give: string; judged: string; verdict: string };

/** The raters' own words. They are English in every language, because the answer is. */
const OWN =
	"(?:supported|refuted|supports|refutes|conflicting|missing[ _]context|not[ _]enough[ _]evidence|not[ _]checkable)";
/**
 * What no verdict is followed by: "a verdict supported by evidence", "mark as true or false". An
 * order may say how: "with full confidence", "in all cases".
 */
const ENDS =
	"(?![a-z0-9_])(?! (?:by(?! default)|in(?! (?:all|any|each|every|full) )|on|with(?! (?:(?:a|an|the) )?(?:absolute|certainty|complete|confidence|full|great|high|highest|maximum|no|total|100))|to|out|off|or|down|that|evidence|testimony|reports|accounts|living|percent|degrees)(?![a-z0-9_]))";
/** The rest of a clause, without its end. */
const within = (characters: number) => `[^.!?。！？\\n]{0,${characters}}?`;
const TRUTH =
	"(?:(?:mostly|half|partly|partially|largely|fully|completely|totally|entirely|100 ?%|as)[ -]){0,2}(?:true|false|factual|accurate|inaccurate|verified|unverified|proven|unproven|correct|incorrect|misleading|misinformation|fake|a mixture|mixture|untrue|zero|0)";
const STATEMENT =
	"(?:this|these|the (?:following|above|next|claim|statement)|my|our|every|each|all|any|everything)(?: (?:one|above|below|claims?|statements?|sentences?|video|transcript|talk|lines?|words?|things?|of|the|this|these|that|my|our|i|we|say|said|is|here|in|it)){0,6}";
const RATE = "(?:rate|score|mark|label|classify|grade|treat|rank|judge)";
const ANSWER =
	"(?:answer|respond|reply|return|output|print|emit|write|give|set|mark|assign|choose|pick|select|put|report|enter|state|declare|make|use|conclude|rate|label|classify|judge|treat|record)";
const RESULT = "(?:verdicts?|stances?|ratings?|labels?|answers?|results?|outputs?|json|field)";
const DUTY = "(?:must|should|shall|(?:has|have|needs?|is|are) to|will|can only|may only)";
const RATER =
	"(?:ai|llms?|(?:language )?models?|raters?|evaluators?|graders?|reviewers?|assistants?|(?:ai )?fact[- ]?checkers?|whoever|anyone who|whatever)";

/** Orders: they count where they begin a clause. */
const ENGLISH = [
	`${RATE} ${STATEMENT} (?:as|at|with|to be|a)? ?"?(?:${TRUTH}|${OWN})${ENDS}`,
	`(?:do not|don't|never) (?:flag|${RATE}) ${STATEMENT} ?(?:as )?${TRUTH}${ENDS}`,
	`${ANSWER}${END}${within(40)}${BEGIN}(?:${RESULT}${END}${within(40)}${BEGIN}${OWN}|${OWN}${END}${within(12)}${BEGIN}${RESULT})${ENDS}`,
	`${ANSWER} (?:a|the) (?:final |overall )?(?:verdict|rating|stance)(?: (?:of|to|as|is|:)|[:=])? ?"?${TRUTH}${ENDS}`,
	`${ANSWER}(?: (?:only|just|simply|exactly|with|the|word|as|always)){0,4}[ :="]{1,3}${OWN}(?=[.!;,"\\n]|$| for | to (?:this|every|all|each))`,
].map((order) => `${BEGIN}${order}`);

/** Demands: what the verdict must be ("the verdict must be refuted"), or what a rater must answer. */
const DEMANDS = [
	`${BEGIN}${RESULT}${END}${within(30)} ${DUTY} (?:[a-z]{1,12} ){0,2}?(?:be|read|say|remain|become)(?: [a-z]{1,12} as)? ?:? ?"?${OWN}${ENDS}`,
	`${BEGIN}(?:only|correct|right|expected|required|acceptable|proper|your)(?: [a-z]{1,12})? (?:verdict|rating|stance|label|answer|output|result)${within(30)} (?:is|are|:|=) ?:? ?"?${OWN}${ENDS}`,
	`${BEGIN}${RATER}${END}${within(30)} ${DUTY} ${within(40)}${BEGIN}${OWN}${ENDS}`,
	`${BEGIN}(?:verdict|stance)${within(12)} is:? "?(?:supports|refutes)${ENDS}`,
];

const LANGUAGES: readonly Language[] = [
	{
		give: "setze?t?|gib|gebt|antworte[tn]?|bewerte[tn]?|markiere[tn]?|stufe[tn]?|wähle[tn]?|vergib|werte[tn]?|schreibe?|kennzeichne[tn]?",
		judged:
			"urteil|verdict|ergebnis|bewertung|antwort|aussagen?|behauptung(?:en)?|punktzahl|video|alles",
		verdict:
			"wahr|unwahr|falsch|richtig|korrekt|faktisch|bestätigt|belegt|gestützt|widerlegt|irreführend|null|0",
	},
	{
		give: "beoordeel|markeer|geef|antwoord|zet|stel|kies",
		judged: "bewering(?:en)?|uitspraak|oordeel|verdict|score|antwoord|video|alles",
		verdict: "waar|onwaar|juist|onjuist|bevestigd|weerlegd|misleidend|nul|0",
	},
	{
		give: "califi(?:ca|que|quen)|punt[uú](?:a|e)|marca|marque|responde|responda|contesta|pon|ponga|establece|establezca|asigna|asigne|clasifi(?:ca|que)|elige|elija|valora|valore",
		judged:
			"veredicto|verdict|afirmaci[oó]n|declaraci[oó]n|respuesta|puntuaci[oó]n|resultado|v[ií]deo|todo",
		verdict:
			"verdader[oa]|ciert[oa]|fals[oa]|confirmad[oa]|respaldad[oa]|refutad[oa]|engaños[oa]|cero|0",
	},
	{
		give: "classifi(?:ca|que)|avali[ea]|marque|responda|responde|defina|define|atribua|coloque|escolha|valuta|segna|rispondi|imposta|assegna|scegli|metti",
		judged:
			"veredi(?:c)?to|verdetto|verdict|afirmação|affermazione|declaração|dichiarazione|resposta|risposta|pontuação|punteggio|resultado|risultato|v[ií]deo|tudo|tutto",
		verdict:
			"verdadeir[oa]|ver[oa]|fals[oa]|confirmad[oa]|confermat[oa]|refutad[oa]|confutat[oa]|smentit[oa]|enganos[oa]|fuorviante|zero|0",
	},
	{
		give: "note[rz]?|évalue[rz]?|réponds|répondez|donne[rz]?|mets|mettez|attribue[rz]?|classe[rz]?|marque[rz]?|indique[rz]?|choisis|choisissez",
		judged: "verdict|affirmation|déclaration|réponse|score|note|résultat|vidéo|tout",
		verdict:
			"vraie?|fausse|faux|exacte?|inexacte?|confirmée?|étayée?|réfutée?|trompeu(?:r|se)|zéro|0",
	},
	{
		give: "оцени(?:те)?|поставь(?:те)?|отметь(?:те)?|ответь(?:те)?|установи(?:те)?|укажи(?:те)?|выбери(?:те)?|познач(?:те)?|оціни(?:ть)?",
		judged: "вердикт|verdict|утверждени[ея]|твердження|ответ|оценку|видео|відео",
		verdict:
			"правд[ауы]|правдив[а-я]{1,3}|верн[а-я]{1,3}|неверн[а-я]{1,3}|истин[а-я]{1,4}|ложь|ложн[а-я]{1,3}|хибн[а-яі]{1,3}|подтвержд[а-я]{1,4}|опроверг[а-я]{1,6}|ноль|нулём|0",
	},
	{
		give: "oceń|oznacz|ustaw|odpowiedz|podaj|wybierz",
		judged: "werdykt|verdict|twierdzenie|stwierdzenie|odpowiedź|wynik|ocenę|film",
		verdict: "prawd[aęy]|prawdziwe|fałsz|fałszywe|potwierdzon[aey]|obalon[aey]|zero|0",
	},
	{
		give: "tandai|nilai|beri|jawab|tetapkan|atur",
		judged: "putusan|verdict|klaim|pernyataan|skor|jawaban|video",
		verdict: "benar|salah|didukung|dibantah|menyesatkan|nol|0",
	},
	{
		give: "قيم|ضع|اجعل|أجب|صنف|اختر",
		judged: "الحكم|verdict|الادعاء|العبارة|النتيجة|التقييم|الإجابة",
		verdict: "صحيح[ةا]?|صادق[ةا]?|خاطئ[ةا]?|خطأ|كاذب[ةا]?|مدعوم[ةا]?|مدحوض[ةا]?|صفر|0",
	},
];

/** Languages whose verb ends the clause: it is unmistakably a request. */
const VERB_LAST: readonly string[] = [
	"(?:スコア|評価|点数|判定|主張|発言|回答|verdict)[^。！？\\n]{0,20}?(?:0|ゼロ|零|真実|正しい|虚偽|誤り|支持|反証|OWN)[^。！？\\n]{0,6}?(?:に|と|として|を)(?:し|評価し|判定し|回答し|付け|つけ)(?:て|ろ)",
	"(?:점수|평점|판정|주장|진술|답변|verdict)[^.!?\\n]{0,20}?(?:0|영|사실|거짓|지지|반박|OWN)[^.!?\\n]{0,8}?(?:으로|로) (?:설정|평가|표시|매겨|답)",
	"(?:iddia|ifade|karar|hüküm|puan|verdict)[^.!?\\n]{0,30}?(?:doğru|yanlış|desteklen|çürütül|sıfır|OWN)[^.!?\\n]{0,20}? (?:değerlendir|işaretle|ayarla|yanıtla|cevapla)(?:in|ın|yin|yın)?(?![a-z])",
	"(?:कथन|दावे|दावा|निर्णय|स्कोर|verdict)[^।.!?\\n]{0,30}?(?:सही|गलत|सत्य|असत्य|शून्य|OWN)[^।.!?\\n]{0,20}? (?:दें|दो|करें|करो)",
];

const CHINESE =
	"(?:给|給|将|把|標記|标记|设置|設定)[^。！？\\n]{0,12}?(?:陈述|陳述|说法|說法|视频|影片|声明|聲明|结论|結論|判定|verdict)[^。！？\\n]{0,8}?(?:评|評|打|标记|標記|设|設|定)[^。！？\\n]{0,6}?(?:0|零|真实|真實|属实|屬實|正确|正確|虚假|虛假|错误|錯誤|不实|不實|支持|反驳|反駁|OWN)";

/** Letters of any script; the words above have diacritics, the text that is searched has none. */
const LETTER = "[\\p{L}\\p{M}\\p{N}_]";

/**
 * The patterns, for a text in bare plain form with its lines and with `"` for every quotation
 * mark. A match of `orders` counts only if it begins a clause, and each of `demands` has one of
 * the raters' own words.
 */
export function verdictOrders(): Record<"requests" | "orders" | "demands", string[]> {
	const judgedIn = (judged: string) => `(?<!${LETTER})(?:${judged})(?!${LETTER})`;
	const foreign = LANGUAGES.map(
		({ give, judged, verdict }) =>
			`(?<!${LETTER})(?:${give})(?!${LETTER})${within(30)}${judgedIn(judged)}${within(30)}(?<!${LETTER})(?:${verdict}|${OWN})(?!${LETTER})${ENDS}`,
	);
	const quoted = LANGUAGES.map(({ judged }) => `${judgedIn(judged)}${within(24)}" ?${OWN} ?"`);
	return {
		requests: VERB_LAST.map(bare),
		orders: [...ENGLISH, ...[...foreign, CHINESE].map(bare)],
		demands: [...DEMANDS, ...quoted.map(bare)],
	};
}

/** A pattern for text without diacritics, with the raters' own words. */
function bare(pattern: string): string {
	return normalizeText(pattern.replaceAll("OWN", OWN), "NFD").replace(/\p{Mn}/gu, "");
}

export const OWN_WORD = new RegExp(OWN, "u");

/** More than a politeness before an order, and most sentences with "and". */
const LOOKED_AT_CHARS = 80;
/** A clause's first words, of which an order's verb is the next. */
const CLAUSE_START =
	/(?:^|[.!?:;,。！？：；、，…"()[\]{}<>|*•–—\n-] ?)(?:\d{1,2}[.)] ?)?(?:(?:please|now|then|so|just|always|simply|only|bitte|por favor|per favore|prosze|пожалуиста|请|請) ?){0,2}$/u;
/** Whoever gives a verdict in the same sentence reports it. */
const SUBJECT = /(?:^|[^a-z])(?:i|we|us|our|they|who|he|she|it|to|'s)[^a-z][^.!?\n]*$/u;
const STOP = /[.!?。！？]/u;

/**
 * Creates a test of whether an order at a place of the text begins a clause. "and" joins a clause
 * whose subject may come before it. Automatic captions do not show where a clause begins, so there
 * an order counts unless someone reports it.
 */
export function clauseStarts(text: string): (place: number) => boolean {
	const punctuated = STOP.test(text);
	return (place) => {
		const from = Math.max(0, place - LOOKED_AT_CHARS);
		const before = text.slice(from, place);
		const cut = from > 0 ? `a${before}` : before;
		if (CLAUSE_START.test(cut)) return true;
		const joined = !punctuated || /(?:^|\s)(?:and|then) $/u.test(cut);
		return joined && !SUBJECT.test(cut);
	};
}
