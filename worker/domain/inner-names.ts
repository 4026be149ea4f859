/** Names that lead to a machine or a network of one's own, never to the web. */
const INNER_SUFFIXES = [
	"localhost",
	"localdomain",
	"local",
	"internal",
	"intranet",
	"lan",
	"home",
	"corp",
	"private",
	"arpa",
];

/** Whether a host name is, or lies below, one of the names. */
export function liesWithin(
	hostname: string,
	names: readonly string[],
): boolean {
	const name = hostname.toLowerCase().replace(/\.$/, "");
	return names.some((one) => name === one || name.endsWith(`.${one}`));
}

/** Whether a host name, as a parsed URL has it, can only be one inside a network. */
export function isInnerName(hostname: string): boolean {
	return liesWithin(hostname, INNER_SUFFIXES);
}
