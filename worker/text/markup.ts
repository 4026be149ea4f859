/** Longer than any tag of a caption file; limits the search for its end. */
const MAX_TAG_CHARS = 300;
const TAG = /^(\/?)([a-z]+|\d+)(.*)/is;
/** Only these are tags: "x <y and z> w" is text. */
const CAPTION_TAGS = new Set("b i u s c v p em strong lang font span ruby rt rp br".split(" "));
const WITHHELD = new Set(["rt", "rp"]);
/** Position and style codes of SubStation in SRT, for example {\an8}. */
const STYLE_CODE = /\{\\[^{}]{0,100}\}/g;

type Tag = { name: string; closing: boolean; rest: string; chars: number };

type Stripped = {
	/** The text without markup, with decoded entities. */
	text: string;
	/** Whether the text had word times, as automatic captions do. */
	word_times: boolean;
};

/**
 * Stands around the name of a `<v Name>` at the start of its line. No text has it, because control
 * characters are not kept.
 */
export const VOICE_MARK = "\u0002";

/**
 * Extracts the spoken words of a WebVTT or SRT text. A `<v Name>` begins a new line with the name
 * between two `VOICE_MARK`s, because the name is not spoken. Ruby annotations are removed; their
 * base text stays.
 */
export function stripMarkup(
	marked: string,
	decode: (text: string) => string = decodeEntities,
): Stripped {
	const raw = marked.replaceAll(VOICE_MARK, "").replace(STYLE_CODE, "");
	const stripped: Stripped = { text: "", word_times: false };
	let at = 0;
	let withheld = false;
	for (;;) {
		const open = raw.indexOf("<", at);
		const words = raw.slice(at, open < 0 ? raw.length : open);
		if (!withheld) stripped.text += decode(words);
		if (open < 0) return stripped;
		const tag = tagAt(raw, open);
		at = open + (tag?.chars ?? 1);
		if (tag === null) stripped.text += "<";
		else if (WITHHELD.has(tag.name)) withheld = !tag.closing;
		else applyTag(tag, stripped);
	}
}

function applyTag(tag: Tag, stripped: Stripped): void {
	if (tag.name === "br") stripped.text += "\n";
	if (/^\d/.test(tag.name)) stripped.word_times = true;
	if (tag.name !== "v" || tag.closing) return;
	// Classes precede the first space, the name follows it.
	const name = tag.rest.replace(/^\S*\s*/, "").trim();
	if (name !== "") stripped.text += `\n${VOICE_MARK}${decodeEntities(name)}${VOICE_MARK}`;
}

function tagAt(raw: string, open: number): Tag | null {
	const ahead = raw.slice(open + 1, open + MAX_TAG_CHARS);
	const end = ahead.indexOf(">");
	if (end < 0) return null;
	const parts = TAG.exec(ahead.slice(0, end));
	const name = parts?.[2]?.toLowerCase() ?? "";
	const rest = parts?.[3] ?? "";
	const known = /^\d/.test(name)
		? /^[:.][\d:.]+$/.test(rest)
		: CAPTION_TAGS.has(name) && /^(?:$|[\s./])/.test(rest);
	if (!known || rest.includes("<")) return null;
	return { name, closing: parts?.[1] === "/", rest, chars: end + 2 };
}

const NAMED: Record<string, string> = {
	amp: "&",
	lt: "<",
	gt: ">",
	quot: '"',
	apos: "'",
	nbsp: "\u00a0",
	lrm: "\u200e",
	rlm: "\u200f",
	zwj: "\u200d",
	zwnj: "\u200c",
	shy: "\u00ad",
	hellip: "…",
	ndash: "–",
	mdash: "—",
	lsquo: "‘",
	rsquo: "’",
	ldquo: "“",
	rdquo: "”",
	laquo: "«",
	raquo: "»",
	deg: "°",
	euro: "€",
	pound: "£",
	copy: "©",
};

const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}));/gi;

/** Decodes one level of HTML entities. Unknown entities stay unchanged. */
export function decodeEntities(text: string): string {
	return text.replace(ENTITY, (whole, hex, decimal, name) => {
		if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
		const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
		return isCharacter(code) ? String.fromCodePoint(code) : "";
	});
}

function isCharacter(code: number): boolean {
	const surrogate = code >= 0xd800 && code <= 0xdfff;
	return code > 0 && code <= 0x10ffff && !surrogate;
}

/** Characters that XML 1.0 does not allow even in escaped form. HTML does not need them. */
const NO_CHARACTER = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]|\p{Cs}/gu;

const ENTITIES: Record<string, string> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Escapes text for an element or a quoted attribute in XML, SVG and HTML. */
export function escapeMarkup(text: string): string {
	return text.replace(NO_CHARACTER, "").replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
