/** A sentence of an error has fewer; what is longer quotes something. */
const MAX_CHARS = 500;
/** Longer than any address that a program asks; a parser's work grows faster than a URL. */
const MAX_URL_CHARS = 2_000;

type Rule = (text: string) => string;

/**
 * In order: the earlier ones take what the later ones would leave half of. A
 * long run of what a pattern begins with is looked at from its first character
 * alone: else it would be read again from each of them.
 */
const RULES: Rule[] = [
	// The database's client appends the values that a query was run with.
	(text) => text.replace(/\n?params: [\s\S]*$/, ""),
	withoutQuotedJson,
	(text) =>
		text.replace(
			/(?<![a-z0-9+.-])([0-9+.-]*)([a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+)/gi,
			(_, before: string, url: string) => before + hostOf(url),
		),
	(text) =>
		text.replace(/(?<![^\s@"'<>()])[^\s@"'<>()]+@[^\s@"'<>()]+/g, "[email]"),
	(text) => text.replace(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "[address]"),
	(text) => text.replace(/(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}/gi, "[address]"),
	(text) => text.replace(/"[^"]{40,}"/g, '"…"'),
	// Session tokens, keys and codes are long and mix letters with digits.
	(text) =>
		text.replace(
			/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/gi,
			"[token]",
		),
];

/**
 * A text that others had a hand in, as it may stand in a log: without mail and
 * network addresses, tokens, what stands behind a URL's host, or what was being
 * stored, and cut to a length.
 */
export function safeText(text: string): string {
	const safe = RULES.reduce((left, rule) => rule(left), text);
	return safe.length > MAX_CHARS ? `${safe.slice(0, MAX_CHARS)}…` : safe;
}

/** JSON.parse quotes the text it was given, and names its own language last. */
function withoutQuotedJson(text: string): string {
	const from = text.search(/Unexpected (?:non-whitespace|token|number|string)/);
	const named = text.lastIndexOf("JSON");
	if (from < 0 || named < from) return text;
	const rest = text.slice(named).replace(/^\S+/, "");
	return `${text.slice(0, from)}Not JSON${rest}`;
}

function hostOf(url: string): string {
	return url.length <= MAX_URL_CHARS && URL.canParse(url)
		? `[${new URL(url).host}]`
		: "[url]";
}
