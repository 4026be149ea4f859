import { escapeMarkup } from "#text/markup.ts";

/** What an exception, a database or a stack leaves in a text, and no answer of ours. */
const INNARDS = [
	/\b(?:Type|Syntax|Range|Reference|Eval|URI|Aggregate|Internal)Error\b/g,
	/\bat (?:async )?(?:Object|Module|Function|Array|Promise|new )\b/g,
	/(?:\n|\\n)\s+at \S+ \(/g,
	/\bSQLITE_|\bD1_ERROR\b|SqlError|DrizzleQueryError|Failed query:/g,
	/node_modules|worker\.js:\d+|\.ts:\d+:\d+/g,
	/Unexpected token|Unexpected end of JSON|JSON at position|is not a function|Cannot read propert/g,
];

/** What must never be told to anybody: keys, and what is a bystander's own. */
export type Secrets = readonly string[];

/**
 * What a text tells that it must not. `sent` is what was given: innards that
 * stand in it may come back, and no others.
 */
export function leaksIn(
	text: string,
	secrets: Secrets,
	sent: readonly string[],
): string[] {
	const given = inOneLine(sent.flatMap(formsOf).join(" "));
	const found = INNARDS.flatMap((one) => text.match(one) ?? []);
	const own = found.filter((innards) => !given.includes(inOneLine(innards)));
	return [
		...new Set(own.map((innards) => `tells its innards: ${innards}`)),
		...secretsIn(text, secrets),
	];
}

/** The secrets in a text; in a log, which may tell of exceptions, nothing else is sought. */
export function secretsIn(text: string, secrets: Secrets): string[] {
	return secrets
		.filter((secret) => text.includes(secret))
		.map((secret) => `tells a secret: ${secret}`);
}

/** As it stands in a program's text, in JSON and in markup. */
function formsOf(text: string): string[] {
	return [text, JSON.stringify(text).slice(1, -1), escapeMarkup(text)];
}

/** Pages and quotes keep no line breaks. */
function inOneLine(text: string): string {
	return text.replace(/(?:\s|\\n)+/g, " ");
}
