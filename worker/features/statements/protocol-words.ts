import { PAGE_KINDS, RATER_VERDICTS, STANCES } from "#contract/verdicts.ts";
import { type PlainForm, spanInSource, type TextSpan } from "./plain-form.ts";

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
const NUMBER = "(?<![a-z0-9])[pрρ] ?\\d{1,3}(?![a-z0-9])";
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
const CODE_WORD = `${BEGIN}${oneOf(WORDS.filter((it) => it.includes("_")))}${END}`;
const VALUE = `${MAY_QUOTE}${WORD}`;
const PERCENT = `${MAY_QUOTE}\\d{1,3}(?!\\d)`;
const VERDICT = `${BEGIN}verdict${MAY_QUOTE}${IS}${VALUE}`;
const FIGURE = `${BEGIN}(?:score|confidence)${MAY_QUOTE}${IS}${PERCENT}`;
const ASK =
	"(?:answer|respond|reply|return|output|print|emit|write|give|set|mark|assign|choose|put|report)";

const FORMS = [
	`${NUMBER}[^\\n]{0,3}${HOST}[^\\n]{0,6}${DATED}`,
	`${NUMBER}[^\\n]{0,2}${BAR} ?[a-z0-9.:-]{1,100} ?${BAR} ?${DATED}`,
	`${LINE}${NUMBER}[^\\n]{0,2}${DOT} ?${NAME}(?= ?(?:${DOT}|\\n|$))`,
	`${HOST} ?${BAR} ?${DATED} ?${BAR} ?${KIND}`,
	"(?<!=)={3,40} ?(?=[a-z]{0,15}\\d)(?=\\d{0,15}[a-z])[a-z0-9]{16} ?={3}",
	`${QUOTE}(?:verdict|stance)${QUOTE}${IS}${VALUE}`,
	`${QUOTE}today${QUOTE}${IS}${QUOTE}(?:same|supported|refuted)${QUOTE}`,
	`${QUOTE}passage${QUOTE}${IS}${MAY_QUOTE}p\\d{1,3}${END}`,
	`${BEGIN}citations${MAY_QUOTE}${IS}\\[[ \\n]?\\{[ \\n]?${MAY_QUOTE}(?:passage|stance|quote)${END}`,
	`${QUOTE}lean${QUOTE}${IS}\\{[ \\n]?${MAY_QUOTE}(?:score|confidence)${END}`,
	`${BEGIN}(?:when_said|next_query)${MAY_QUOTE}${IS}`,
	`\\{[ \\n]?${MAY_QUOTE}(?:verdict|stance)${MAY_QUOTE}${IS}(?:${QUOTE}|${WORD}|[[{\\d])`,
	`,[ \\n]?${QUOTE}(?:verdict|stance)${QUOTE}${IS}(?:${QUOTE}|[[{\\d])`,
	`${BEGIN}(?:verdict|stance) ?={1,2} ?${VALUE}`,
	`${BEGIN}verdict${END}[^\\n]{0,16}${CODE_WORD}`,
	`${VERDICT}[^]{0,40}(?:${FIGURE}|${BEGIN}(?:stance|today)${MAY_QUOTE}${IS}${MAY_QUOTE}(?:same|${WORD}))`,
	`${FIGURE}[^]{0,20}${VERDICT}`,
	`${BEGIN}${ASK}${END}[^.\\n]{0,40}${BEGIN}json${END}[^.\\n]{0,60}${BEGIN}verdict${END}[^.\\n]{0,12}${WORD}`,
	`${BEGIN}${ASK} (?:the |a |its |your |this )?(?:final |overall )?verdict ?(?:to|as|of|is|[:=]) ?${VALUE}(?! (?:by|in|on|with|evidence|testimony|reports|accounts|living)${END})`,
];
const OWN_LINE = `${LINE}(?:verdict|stance)["*_]{0,2}${IS}[*_]{0,2} ?${VALUE}["*_.,;]{0,3}(?![^\\n])`;

/** Compiled on first use, because compiling is slow and few requests need it. */
let compiled: { forms: RegExp[]; own_line: RegExp } | null = null;

function patterns() {
	compiled ??= {
		forms: FORMS.map((form) => new RegExp(form, "gu")),
		own_line: new RegExp(OWN_LINE, "gu"),
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
	const { forms, own_line } = patterns();
	const spansOf = (pattern: RegExp, isMeant: (span: TextSpan) => boolean) => {
		const spans: TextSpan[] = [];
		for (const { index, 0: match } of text.matchAll(pattern)) {
			const end = index + match.length;
			const span = spanInSource(lined, source, { start: index, end });
			if (isMeant(span)) spans.push(span);
			if (spans.length === max) break;
		}
		return spans;
	};
	return [
		...forms.flatMap((form) => spansOf(form, () => true)),
		// Fact checks write "Verdict: Refuted".
		...spansOf(own_line, ({ start, end }) => !/\p{Lu}/u.test(source.slice(start, end))),
	];
}
