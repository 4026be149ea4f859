import sniffHtmlEncoding from "html-encoding-sniffer";

/**
 * Browsers read this much before they decode, and start anew at a later declaration. Some pages
 * declare their encoding after long scripts and styles.
 */
const SIGHT_BYTES = 65_536;
const MAX_META_TAGS = 200;
const LABEL = /charset\s{0,10}=\s{0,10}["']?([\w:.-]{2,40})/i;

/**
 * Decodes a page by the HTML standard's encoding sniffing algorithm: the byte order mark, the
 * Content-Type header, the page's `<meta>` outside of comments and scripts, the XML declaration.
 * Without any, or with an unknown encoding, UTF-8 is used.
 */
export function decodePage(bytes: Uint8Array, content_type: string): string {
	const label = LABEL.exec(content_type)?.[1];
	const declared = sniff(bytes.subarray(0, 4), label) ?? inMeta(bytes) ?? inXmlDeclaration(bytes);
	return decoderFor(declared ?? "utf-8").decode(bytes);
}

const UNKNOWN = "unknown";

/** The encoding's name by a byte order mark, a label, or a `<meta>` in these bytes. */
function sniff(bytes: Uint8Array, transportLayerEncodingLabel?: string): string | null {
	try {
		const found = sniffHtmlEncoding(bytes, {
			defaultEncoding: UNKNOWN,
			...(transportLayerEncodingLabel && { transportLayerEncodingLabel }),
		});
		return found === UNKNOWN ? null : found;
	} catch {
		// The sniffer reads past the end of a tag that does not end.
		return null;
	}
}

/** Elements whose content is text: what looks like a tag in it is none. */
const RAW = /^<(script|style|title|textarea|noscript|template)[\s/>]/i;
const META = /^<meta[\s/]/i;

function inMeta(bytes: Uint8Array): string | null {
	const head = new TextDecoder("latin1").decode(bytes.subarray(0, SIGHT_BYTES));
	const lower = head.toLowerCase();
	let tags = 0;
	for (let at = head.indexOf("<"); at >= 0 && tags < MAX_META_TAGS; ) {
		const tag = head.slice(at, at + 12);
		const end = endOfTag(lower, at, tag);
		const next = end < 0 ? -1 : head.indexOf("<", end);
		if (META.test(tag)) {
			tags += 1;
			const found = sniff(bytes.subarray(at, next < 0 ? SIGHT_BYTES : next));
			if (found !== null) return found;
		}
		at = next;
	}
	return null;
}

/** Where a comment or an element with text for content ends, -1 if it does not. */
function endOfTag(lower: string, at: number, tag: string): number {
	if (tag.startsWith("<!--")) return lower.indexOf("-->", at + 4);
	const raw = RAW.exec(tag)?.[1]?.toLowerCase();
	return raw === undefined ? at + 1 : lower.indexOf(`</${raw}`, at + 1);
}

const XML_DECLARATION =
	/^<\?xml\s[^>]{0,200}?\sencoding\s{0,10}=\s{0,10}(?:"([\w:.-]{2,40})"|'([\w:.-]{2,40})')/;

/** What was readable as single bytes cannot be UTF-16. */
function inXmlDeclaration(bytes: Uint8Array): string | null {
	const start = new TextDecoder("latin1").decode(bytes.subarray(0, 300));
	const [, double, single] = XML_DECLARATION.exec(start) ?? [];
	const label = double ?? single;
	const name = label === undefined ? null : sniff(new Uint8Array(), label);
	return name?.startsWith("UTF-16") ? "utf-8" : name;
}

function decoderFor(name: string): TextDecoder {
	try {
		return new TextDecoder(name);
	} catch {
		return new TextDecoder("utf-8");
	}
}

/** A page with more unreadable characters than this share was decoded wrongly. */
const MAX_UNREADABLE_SHARE = 1 / 50;

/** Whether a text has so many replacement characters that its words are not to be trusted. */
export function isUnreadable(text: string): boolean {
	return text.split("\ufffd").length - 1 > text.length * MAX_UNREADABLE_SHARE;
}
