import { escapeMarkup } from "#text/markup.ts";

/** Traces of exceptions, databases or stacks, which a response must not contain. */
const INNARDS = [
	/\b(?:Type|Syntax|Range|Reference|Eval|URI|Aggregate|Internal)Error\b/g,
	/\bat (?:async )?(?:Object|Module|Function|Array|Promise|new )\b/g,
	/(?:\n|\\n)\s+at \S+ \(/g,
	/\bSQLITE_|\bD1_ERROR\b|SqlError|DrizzleQueryError|Failed query:/g,
	/node_modules|worker\.js:\d+|\.ts:\d+:\d+/g,
	/Unexpected token|Unexpected end of JSON|JSON at position|is not a function|Cannot read propert/g,
];

/** What must never be disclosed: keys, and a bystander's private data. */
export type Secrets = readonly string[];

/** What a text discloses. Internals that were part of the input `sent` may be repeated. */
export function leaksIn(text: string, secrets: Secrets, sent: readonly string[]): string[] {
	const given = inOneLine(sent.flatMap(formsOf).join(" "));
	const found = INNARDS.flatMap((one) => text.match(one) ?? []);
	const own = found.filter((innards) => !given.includes(inOneLine(innards)));
	return [
		...new Set(own.map((innards) => `tells its innards: ${innards}`)),
		...secretsIn(text, secrets),
	];
}

/** The secrets in a text. Logs are checked only for these, as they may describe exceptions. */
export function secretsIn(text: string, secrets: Secrets): string[] {
	return secrets
		.filter((secret) => text.includes(secret))
		.map((secret) => `tells a secret: ${secret}`);
}

/** The text raw, as JSON and as markup. */
function formsOf(text: string): string[] {
	return [text, JSON.stringify(text).slice(1, -1), escapeMarkup(text)];
}

/** Line breaks are removed from pages and quotes. */
function inOneLine(text: string): string {
	return text.replace(/(?:\s|\\n)+/g, " ");
}
