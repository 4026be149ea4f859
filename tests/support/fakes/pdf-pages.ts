import { deflateSync } from "node:zlib";

/** Writes PDF documents page by page, for tests of how they are read. */

export type PdfPage = { content: string; rotate?: number };

/** A font whose codes are UTF-16 units, written from left to right or from top to bottom. */
const unicodeFont = (at: number, encoding: "Identity-H" | "Identity-V", width: number) => [
	`<< /Type /Font /Subtype /Type0 /BaseFont /Wide /Encoding /${encoding} /DescendantFonts [${at + 1} 0 R] /ToUnicode ${at + 2} 0 R >>`,
	`<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Wide /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW ${width} /FontDescriptor << /Type /FontDescriptor /FontName /Wide /Flags 4 >> >>`,
	stream(
		"",
		"begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap",
	),
];

/** Helvetica with the ligatures fi, fl and ffi as the codes 1, 2 and 3. */
const HELVETICA =
	"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /fi /fl /ffi] >> >>";
const RESOURCES =
	"/Resources << /Font << /F1 3 0 R /H1 4 0 R /V1 7 0 R >> /XObject << /Scan 10 0 R >> >>";
const FIRST_PAGE = 11;

function stream(entries: string, body: string): string {
	return `<< /Length ${body.length} ${entries} >>\nstream\n${body}\nendstream`;
}

/** A4 pages with the fonts /F1 (Latin), /H1 and /V1 (UTF-16, horizontal and vertical). */
export function pdfOfPages(pages: readonly PdfPage[]): Uint8Array {
	const picture = deflateSync(Buffer.alloc(100 * 100, 0xdd)).toString("latin1");
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${FIRST_PAGE + 2 * at} 0 R`).join(" ")}] >>`,
		HELVETICA,
		...unicodeFont(4, "Identity-H", 500),
		...unicodeFont(7, "Identity-V", 1_000),
		stream(
			"/Type /XObject /Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
			picture,
		),
		...pages.flatMap(({ content, rotate = 0 }, at) => [
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate ${rotate} ${RESOURCES} /Contents ${FIRST_PAGE + 2 * at + 1} 0 R >>`,
			stream("", content),
		]),
	];
	let file = "%PDF-1.4\n";
	const offsets = objects.map((object, at) => {
		const offset = file.length;
		file += `${at + 1} 0 obj\n${object}\nendobj\n`;
		return `${String(offset).padStart(10, "0")} 00000 n \n`;
	});
	const start = file.length;
	file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
	file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
	return new Uint8Array(Buffer.from(file, "latin1"));
}

/** Shows a line of Latin text without brackets and backslashes. */
export function line(x: number, y: number, text: string, size = 10, extra = ""): string {
	return `BT ${extra} /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET\n`;
}

/** Shows lines below each other. */
export function column(
	x: number,
	y: number,
	lines: readonly string[],
	{ size = 10, leading = 12 } = {},
): string {
	return lines.map((text, at) => line(x, y - at * leading, text, size)).join("");
}

/** Shows a text whose characters have two bytes. */
export function wide(x: number, y: number, text: string, font: "H1" | "V1" = "H1"): string {
	const codes = Array.from({ length: text.length }, (_, at) =>
		text.charCodeAt(at).toString(16).padStart(4, "0"),
	);
	return `BT /${font} 12 Tf 1 0 0 1 ${x} ${y} Tm <${codes.join("")}> Tj ET\n`;
}

/** Paints the picture over the whole page. */
export const SCAN = "q 595 0 0 842 0 0 cm /Scan Do Q\n";
