/** Pages whose emailed links end in a token behind the "#". */
const PAGE_AND_TOKEN =
	/^(\/(?:confirm-email|confirm-new-email|reset-password|following|newsletter\/confirm|newsletter\/unsubscribe))\/?[#?]token=([\w-]+)(?:(?:&|%26)email=([^&#\s]+))?/i;
/** A gateway may quote what another has quoted. */
const MOST_QUOTED = 4;

/**
 * The link that was mailed, if a mail gateway has put its end into the path or the query: some quote
 * the "#" and the "=", once or several times. null for every other address.
 */
export function mailedLink(path_and_query: string): string | null {
	let plain = path_and_query;
	for (let times = 0; times <= MOST_QUOTED; times += 1) {
		const [, page, token, email] = PAGE_AND_TOKEN.exec(plain) ?? [];
		if (page && token) return `${page}#token=${token}${account(email)}`;
		const before = plain;
		plain = plain.replace(/%(23|3[df]|5f|2d|25)/gi, (quoted) => decodeURIComponent(quoted));
		if (plain === before) return null;
	}
	return null;
}

/** The address that the link names, which may be quoted more often than its "#". */
function account(quoted: string | undefined): string {
	const plain = quoted?.replace(/%(?:25)*40/g, "@");
	return plain === undefined || plain.includes("%") ? "" : `&email=${encodeURIComponent(plain)}`;
}
