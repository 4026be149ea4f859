/** A sentence around a link is short; both bound the work on anything else. */
const MAX_CHARS = 4_096;
const MAX_CANDIDATES = 50;
/** Zero-width characters and bidi marks, as chat programs leave them around links. */
const INVISIBLE = /(?!\s)[\p{Cf}\p{Cc}]/gu;
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)(?=\S)/i;
const WEB_SCHEME = /^https?:\/\//i;
/** What surrounds a link in a text; none of it can end a video link. */
const LEADING = /^[\s"'`“”‘’«»„‚<>()[\]{},;]+/u;
const TRAILING =
	/(?<![\s"'`“”‘’«»„‚<>()[\]{}.,;:!?。、，！？）」』])[\s"'`“”‘’«»„‚<>()[\]{}.,;:!?。、，！？）」』]+$/u;

/**
 * The web addresses that a pasted text may mean, first to last, each with a
 * scheme: quotes and brackets around a link, escapes of JSON, HTML and URLs,
 * a missing scheme and a sentence around it are undone. Empty where the text
 * itself is an address of another scheme.
 */
export function linkCandidates(input: string): string[] {
	const text = unescaped(
		input.slice(0, MAX_CHARS).replace(INVISIBLE, ""),
	).trim();
	const words = text.split(/\s+/u).slice(0, MAX_CANDIDATES);
	const links = words.map(linkOf).filter((link) => link !== null);
	const first = (words[0] ?? "").replace(LEADING, "");
	return SCHEME.test(first) && !WEB_SCHEME.test(first) ? [] : links;
}

function unescaped(text: string): string {
	const slashed = text.replaceAll("\\/", "/").replace(/&(?:amp;)+/gi, "&");
	if (!/^\s*https?%3a%2f%2f/i.test(slashed)) return slashed;
	return slashed.replace(/%(?:3a|2f|3f|3d|26)/gi, decodeURIComponent);
}

function linkOf(word: string): string | null {
	// An attribute of pasted embed code: src="https://…".
	const bare = word.replace(/^\w{1,20}=(?=["'])/, "").replace(LEADING, "");
	const link = bare.replace(/["<>“”].*$/u, "").replace(TRAILING, "");
	if (WEB_SCHEME.test(link)) return link;
	if (link.startsWith("//")) return `https:${link}`;
	return link.includes(".") ? `https://${link}` : null;
}
