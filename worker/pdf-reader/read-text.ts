import { getDocumentProxy } from "unpdf";
import { withCatalog } from "./cut-document.ts";
import type { Box } from "./geometry.ts";
import { joinLines } from "./hyphens.ts";
import { type Font, paintedText } from "./painted-text.ts";
import {
	endsSentence,
	linesByAngle,
	type PageLines,
	type Paragraph,
	paragraphsOf,
} from "./paragraphs.ts";
import { withoutRunningLines } from "./running-lines.ts";
import { MAX_TEXT_CHARS, PARAGRAPH_END } from "./wire.ts";

/** Covers a report's first chapters; a book is not read to its end for one statement. */
const MAX_PAGES = 60;
/** Pages that must be read before it is known which lines of a page are headers and footers. */
const PAGES_AHEAD = 2;

// Node 20 does not have it, and the library does not ask.
if (!("transferToFixedLength" in ArrayBuffer.prototype))
	Object.defineProperty(ArrayBuffer.prototype, "transferToFixedLength", {
		value(this: ArrayBuffer, length = this.byteLength) {
			return this.slice(0, length);
		},
	});

type LibraryDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

/**
 * Yields the text of a PDF as `wire.ts` describes it, in parts. Throws if the file is not a PDF or
 * is broken. A document of a few bytes can take gigabytes of memory and never end: only what can
 * be ended from outside, and has nothing beside it, may call this.
 */
export async function* readPdf(bytes: Uint8Array): AsyncGenerator<string> {
	const document = await getDocumentProxy(withCatalog(bytes), {
		isEvalSupported: false,
		verbosity: 0,
		// No picture is unpacked.
		maxImageSize: 0,
		// A font that is not in the document is not looked for.
		useSystemFonts: true,
	});
	try {
		let length = 0;
		for await (const { text } of joined(paragraphsIn(document))) {
			const part = (length === 0 ? "" : PARAGRAPH_END) + text;
			yield part.slice(0, MAX_TEXT_CHARS - length);
			length += part.length;
			if (length >= MAX_TEXT_CHARS) return;
		}
	} finally {
		await document.destroy();
	}
}

type LaidPage = { groups: PageLines[]; lines: PageLines["lines"]; top: number; bottom: number };

async function* paragraphsIn(document: LibraryDocument): AsyncGenerator<Paragraph> {
	const count = Math.min(document.numPages, MAX_PAGES);
	const pages: LaidPage[] = [];
	for (let number = 1; number <= count + PAGES_AHEAD; number += 1) {
		if (number <= count) pages.push(await layPage(document, number));
		const at = number - 1 - PAGES_AHEAD;
		const page = pages[at];
		if (!page) continue;
		const [first, ...others] = page.groups;
		if (first) yield* paragraphsOf({ ...first, lines: withoutRunningLines(pages, at) });
		for (const group of others) yield* paragraphsOf(group);
		page.groups = [];
	}
}

async function layPage(document: LibraryDocument, number: number): Promise<LaidPage> {
	const page = await document.getPage(number);
	const operators = await page.getOperatorList({ annotationMode: 0 });
	const layers = await document.getOptionalContentConfig();
	const view = page.view as never as Box;
	const pieces = paintedText({
		operators,
		view,
		fontOf: (name): Font => (page.commonObjs.has(name) ? page.commonObjs.get(name) : {}),
		isLayerShown: (layer) => layers.isVisible(layer),
	});
	page.cleanup();
	const groups = linesByAngle(pieces);
	const lines = groups[0]?.lines ?? [];
	return { groups, lines, ...edgesOf(view, pieces[0]?.angle ?? 0) };
}

/**
 * Joins a paragraph with its end in the next column or on the next page, also where notes stand
 * between them, which are smaller. What nothing can continue any more is passed on.
 */
async function* joined(paragraphs: AsyncIterable<Paragraph>): AsyncGenerator<Paragraph> {
	const kept: Paragraph[] = [];
	for await (const paragraph of paragraphs) {
		const begun = paragraph.begins_column ? beginningOf(paragraph, kept) : undefined;
		if (begun) {
			begun.text = joinLines([begun.text, paragraph.text]);
			begun.is_full = paragraph.is_full;
			continue;
		}
		while (kept[0] && kept[0].size <= paragraph.size) yield kept.shift() as Paragraph;
		kept.push({ ...paragraph });
	}
	yield* kept;
}

/** Smaller text below the text is notes. */
const NOTE_SIZE = 0.94;

function beginningOf(paragraph: Paragraph, kept: readonly Paragraph[]): Paragraph | undefined {
	const begun = kept.findLast(({ size }) => size > paragraph.size * NOTE_SIZE);
	if (!begun || begun.size * NOTE_SIZE > paragraph.size || endsSentence(begun.text)) return;
	if (/\t/.test(begun.text + paragraph.text)) return;
	if (/^\P{L}{0,2}\p{Ll}/u.test(paragraph.text)) return begun;
	const may_go_on = endsSentence(paragraph.text) || /^\p{Lo}/u.test(paragraph.text);
	return begun.is_full && may_go_on ? begun : undefined;
}

/** The first and the last place of a baseline within what is seen of a page. */
function edgesOf([left, bottom, right, top]: Box, angle: number): { top: number; bottom: number } {
	const turn = (angle * Math.PI) / 180;
	const places = [left, right].flatMap((x) =>
		[bottom, top].map((y) => x * Math.sin(turn) - y * Math.cos(turn)),
	);
	return { top: Math.min(...places), bottom: Math.max(...places) };
}
