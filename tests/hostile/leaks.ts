/** What an exception, a database or a stack leaves in a text, and no answer of ours. */
const INNARDS = [
	/\b(?:Type|Syntax|Range|Reference|Eval|URI|Aggregate|Internal)Error\b/,
	/\bat (?:async )?(?:Object|Module|Function|Array|Promise|new )\b/,
	/\n\s+at \S+ \(/,
	/\bSQLITE_|\bD1_ERROR\b|SqlError|DrizzleQueryError|Failed query:/,
	/node_modules|worker\.js:\d+|\.ts:\d+:\d+/,
	/Unexpected token|Unexpected end of JSON|JSON at position|is not a function|Cannot read propert/,
];

/** What must never be told to anybody: keys, and what is a bystander's own. */
export type Secrets = readonly string[];

/**
 * What a text tells that it must not. `echoed` is what was sent: a text may
 * come back to whoever sent it.
 */
export function leaksIn(
	text: string,
	secrets: Secrets,
	echoed: readonly string[],
): string[] {
	let own = text;
	for (const sent of echoed.filter((one) => one !== ""))
		for (const form of formsOf(sent)) own = own.replaceAll(form, "");
	const innards = INNARDS.flatMap((one) => {
		const found = one.exec(own)?.[0];
		const sent = echoed.some((text) => one.test(text));
		return found === undefined || sent ? [] : [`tells its innards: ${found}`];
	});
	const told = secrets
		.filter((secret) => text.includes(secret))
		.map((secret) => `tells a secret: ${secret}`);
	return [...innards, ...told];
}

function formsOf(text: string): string[] {
	return [text, JSON.stringify(text).slice(1, -1)];
}
