/**
 * Browsers look for a declared encoding only within the first bytes of a page; so does this code.
 */
const SIGHT_BYTES = 2_048;
const LABEL = /charset\s{0,10}=\s{0,10}["']?([\w:.-]{2,40})/i;
const META = /<meta[^>]{0,500}/gi;

/**
 * Decodes a page. The byte order mark takes precedence, then the Content-Type header, then the
 * page's `<meta>`. Without any, or with an unknown encoding, UTF-8 is used.
 */
export function decodePage(bytes: Uint8Array, content_type: string): string {
	const label = markOf(bytes) ?? LABEL.exec(content_type)?.[1] ?? labelInMeta(bytes);
	return decoderFor(label ?? "utf-8").decode(bytes);
}

function markOf(bytes: Uint8Array): string | null {
	const [a, b, c] = bytes;
	if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
	if (a === 0xfe && b === 0xff) return "utf-16be";
	return a === 0xff && b === 0xfe ? "utf-16le" : null;
}

function labelInMeta(bytes: Uint8Array): string | null {
	const head = new TextDecoder("latin1").decode(bytes.subarray(0, SIGHT_BYTES));
	for (const [tag] of head.matchAll(META)) {
		const label = LABEL.exec(tag)?.[1];
		// The tag was readable as single bytes, so the page cannot be UTF-16.
		if (label) return /^utf-?16/i.test(label) ? "utf-8" : label;
	}
	return null;
}

function decoderFor(label: string): TextDecoder {
	try {
		return new TextDecoder(label);
	} catch {
		return new TextDecoder("utf-8");
	}
}
