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

/** One level of HTML entities; an unknown one stays as it is. */
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
