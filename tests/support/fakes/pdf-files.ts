import { randomBytes } from "node:crypto";
import { constants, deflateRawSync, deflateSync } from "node:zlib";

/**
 * A hand-written PDF with one page for each text. The texts must be ASCII without brackets and
 * backslashes.
 */
export function smallPdf(texts: readonly string[]): Uint8Array {
	return pdfOf(texts.map((text) => ({ body: shown(text) })));
}

/** The same, with a picture of so many bytes on each page, which stands after the page in the file. */
export function longPdf(texts: readonly string[], picture_bytes: number): Uint8Array {
	const bytes = randomBytes(picture_bytes);
	const picture = {
		body: bytes,
		entries:
			"/Type /XObject /Subtype /Image /Width 1000 /Height 1000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode",
	};
	return pdfOf(
		texts.map((text, at) => ({ body: `${shown(text)} q 99 0 0 99 40 40 cm /P${at} Do Q` })),
		[],
		HELVETICA,
		texts.map(() => picture),
	);
}

/** The operators that show the lines of a text in the font /F1. */
function shown(text: string): string {
	const lines = text.split("\n").map((line) => `(${line}) Tj T*`);
	return `BT /F1 12 Tf 14 TL 40 700 Td ${lines.join(" ")} ET`;
}

type Stream = { body: string | Buffer; entries?: string };

const HELVETICA = ["<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"];

/**
 * A PDF with one page for each stream. `forms` are named /X0, /X1 and so on, and may reference each
 * other. The first object of `font` is the font /F1; its number is 3, and the others follow it.
 */
function pdfOf(
	contents: readonly Stream[],
	forms: readonly Stream[] = [],
	font: readonly string[] = HELVETICA,
	pictures: readonly Stream[] = [],
): Uint8Array {
	const first_form = FONT + font.length;
	const first_page = first_form + forms.length;
	const kids = contents.map((_, at) => `${first_page + 2 * at} 0 R`).join(" ");
	const first_picture = first_page + 2 * contents.length;
	const named = [
		...forms.map((_, at) => `/X${at} ${first_form + at} 0 R`),
		...pictures.map((_, at) => `/P${at} ${first_picture + at} 0 R`),
	].join(" ");
	const resources = `/Resources << /Font << /F1 ${FONT} 0 R >> /XObject << ${named} >> >>`;
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
		...font,
		...forms.map(({ body, entries = "" }) =>
			streamOf({
				body,
				entries: `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${resources} ${entries}`,
			}),
		),
		...contents.flatMap((content, at) => [
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${first_page + 2 * at + 1} 0 R >>`,
			streamOf(content),
		]),
		...pictures.map(streamOf),
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
	return latin1(file);
}

/** The number of the font's first object. */
const FONT = 3;

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));

/** Encodes the bytes as Latin-1 characters. */
function streamOf({ body, entries = "" }: Stream): string {
	const bytes = Buffer.from(body as string, "latin1").toString("latin1");
	return `<< /Length ${bytes.length} ${entries} >>\nstream\n${bytes}\nendstream`;
}

const MB = 1_024 * 1_024;

/** White space that unpacks to so many megabytes, compressed to a thousandth. */
function packedSpace(megabytes: number): Buffer {
	const piece = deflateRawSync(" ".repeat(MB), { finishFlush: constants.Z_FULL_FLUSH });
	const header = Buffer.from([0x78, 0x9c]);
	return Buffer.concat([header, ...Array(megabytes).fill(piece)]);
}

const FLATE = "/Filter /FlateDecode";
const LINE = "The bridge was opened in 1931 and closed in 1977.";

/** A page in a composite font. `descendant` are entries of the font that has its glyphs. */
function pdfWithFont(entries: string, stream: string, descendant: string): Uint8Array {
	const font = [
		`<< /Type /Font /Subtype /Type0 /BaseFont /Any /DescendantFonts [${FONT + 1} 0 R] ${entries} >>`,
		`<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Any /Flags 4 >> ${descendant} >>`,
		streamOf({ body: stream }),
	];
	return pdfOf([{ body: shown(LINE) }], [], font);
}

const NAMED_STREAM = `${FONT + 2} 0 R`;
/** Tables of characters or codes; each entry of `ranges` is one of 2^24 entries. */
function codeTable(kind: string, ranges: number, to: string): string {
	const first = (range: number) => range.toString(16).padStart(2, "0");
	const listed = Array.from(
		{ length: ranges },
		(_, range) => `<${first(range)}000000> <${first(range)}ffffff> ${to}`,
	);
	return `1 begincodespacerange <00000000> <ffffffff> endcodespacerange ${ranges} begin${kind} ${listed.join(" ")} end${kind}`;
}

/**
 * Small documents that take gigabytes of memory, or minutes, where nothing bounds their reading. A
 * table has as many entries as its own numbers say.
 */
export const HOSTILE_PDFS: Record<string, () => Uint8Array> = {
	"a table of references with two thousand million entries": () =>
		latin1(
			"%PDF-1.5\n1 0 obj\n<</Type/XRef/Size 2/W[0 0 0]/Index[0 2000000000]/Root 1 0 R/Length 0>>\nstream\n\nendstream\nendobj\nstartxref\n9\n%%EOF\n",
		),
	"a table of characters with 2^24 entries": () =>
		pdfWithFont(
			`/Encoding /Identity-H /ToUnicode ${NAMED_STREAM}`,
			codeTable("bfrange", 1, "<0041>"),
			"",
		),
	"tables of codes with 2^27 entries": () =>
		pdfWithFont(`/Encoding ${NAMED_STREAM}`, codeTable("cidrange", 8, "0"), ""),
	"a table of widths with twenty million entries": () =>
		pdfWithFont("/Encoding /Identity-H", "", "/W [0 20000000 500]"),
	"lists that are never closed": () => latin1(`%PDF-1.4\n${"1 0 obj\n[".repeat(20_000)}`),
	"a page that unpacks to a gigabyte": () => pdfOf([{ body: packedSpace(1_024), entries: FLATE }]),
	"a page that is packed twice": () =>
		pdfOf([
			{ body: deflateSync(packedSpace(16_384)), entries: "/Filter [/FlateDecode /FlateDecode]" },
		]),
	"a text that shows itself ten to the twelfth times": () => endlessPdf(),
};

/** Ends its reader on the page after those with the texts. */
export function endlessPdf(texts: readonly string[] = []): Uint8Array {
	const forms = Array.from({ length: 12 }, (_, at) => ({ body: `/X${at + 1} Do `.repeat(10) }));
	const pages = [...texts.map((text) => ({ body: shown(text) })), { body: "/X0 Do" }];
	return pdfOf(pages, [...forms, { body: shown(LINE) }]);
}
