/** Pages whose emailed links end in a token behind the "#". */
const PAGE_AND_TOKEN =
	/^(\/(?:confirm-email|confirm-new-email|reset-password|following|newsletter\/confirm|newsletter\/unsubscribe))\/?[#?]token=([\w-]+)/;
/** A gateway may quote what another has quoted. */
const MOST_QUOTED = 4;

/**
 * The link that was mailed, if a mail gateway has put its end into the path or the query: some quote
 * the "#" and the "=", once or several times. null for every other address.
 */
export function mailedLink(path_and_query: string): string | null {
	let plain = path_and_query;
	for (let times = 0; times <= MOST_QUOTED; times += 1) {
		const [, page, token] = PAGE_AND_TOKEN.exec(plain) ?? [];
		if (page && token) return `${page}#token=${token}`;
		const before = plain;
		plain = plain.replace(/%(23|3[df]|5f|2d|25)/gi, (quoted) => decodeURIComponent(quoted));
		if (plain === before) return null;
	}
	return null;
}
