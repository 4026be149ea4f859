/** A sentence of an error has fewer; what is longer quotes something. */
const MAX_CHARS = 500;

type Rule = [found: RegExp, put: string | ((found: string) => string)];

/** In order: the earlier ones take what the later ones would leave half of. */
const RULES: Rule[] = [
	// The database's client appends the values that a query was run with.
	[/\n?params: [\s\S]*$/, ""],
	// JSON.parse quotes the text it was given.
	[
		/Unexpected (?:non-whitespace|token|number|string)[\s\S]*JSON\S*/,
		"Not JSON",
	],
	[/[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)]+/gi, hostOf],
	[/[^\s@"'<>()]+@[^\s@"'<>()]+/g, "[email]"],
	[/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "[address]"],
	[/(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}/gi, "[address]"],
	[/"[^"]{40,}"/g, '"…"'],
	// Session tokens, keys and codes are long and mix letters with digits.
	[/(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/gi, "[token]"],
];

/**
 * A text that others had a hand in, as it may stand in a log: without mail and
 * network addresses, tokens, what stands behind a URL's host, or what was being
 * stored, and cut to a length.
 */
export function safeText(text: string): string {
	const safe = RULES.reduce(
		(left, [found, put]) =>
			typeof put === "string"
				? left.replace(found, put)
				: left.replace(found, put),
		text,
	);
	return safe.length > MAX_CHARS ? `${safe.slice(0, MAX_CHARS)}…` : safe;
}

function hostOf(url: string): string {
	return URL.canParse(url) ? `[${new URL(url).host}]` : "[url]";
}
