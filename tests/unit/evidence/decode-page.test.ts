import { describe, expect, it } from "vitest";
import { decodePage, isUnreadable } from "#features/evidence/decode-page.ts";
import { readPage } from "#features/evidence/read-page.ts";
import { smallPdf } from "#tests/support/fakes/pdf-files.ts";
import { readPdf } from "#tests/support/world/source-context.ts";

/** "Река" in windows-1251. */
const RIVER = new Uint8Array([0xd0, 0xe5, 0xea, 0xe0]);
const page = (head: string, bytes: Uint8Array = RIVER) => Buffer.concat([Buffer.from(head), bytes]);

describe("the encoding of a page", () => {
	it.each([
		["an XML declaration", '<?xml version="1.0" encoding="windows-1251"?>'],
		["an XML declaration in single quotes", "<?xml version='1.0' encoding='windows-1251'?>"],
		[
			"a declaration after a comment",
			'<!-- <meta charset="utf-8"> --><meta charset="windows-1251">',
		],
		[
			"a declaration after a script",
			'<script>"<meta charset=utf-8>"</script><meta charset=cp1251>',
		],
		["a declaration after a style", "<style>/*<meta charset=utf-8>*/</style><meta charset=cp1251>"],
		["a declaration in capitals", '<META CHARSET="WINDOWS-1251">'],
	])("is read from %s", (_, head) => {
		expect(decodePage(page(head), "text/html")).toBe(`${head}Река`);
	});

	it("is UTF-8 where a declaration breaks off within its value", () => {
		const html = '<meta content="text/html; charset="<p>Река';
		expect(decodePage(Buffer.from(html), "text/html")).toBe(html);
	});

	it.each(["unicode", "ucs-2", "utf-16le"])(
		"is UTF-8 if a <meta> that is readable says %s",
		(label) => {
			const html = `<meta charset="${label}">Река`;
			expect(decodePage(Buffer.from(html), "text/html")).toBe(html);
		},
	);

	it.each(["unicode", "ucs-2"])("is UTF-16 if the header says %s", (label) => {
		expect(decodePage(Buffer.from("Река", "utf16le"), `text/html; charset=${label}`)).toBe("Река");
	});
});

describe("a page of replacement characters", () => {
	it.each([
		[1, 48, true],
		[1, 49, false],
		[2, 98, false],
		[3, 98, true],
		[0, 0, false],
	])("%i among %i others: unreadable %s", (bad, others, expected) => {
		expect(isUnreadable("\ufffd".repeat(bad) + "a".repeat(others))).toBe(expected);
	});

	it("is not opened", async () => {
		expect(await read("text/html; charset=utf-8", RIVER, 200)).toMatchObject({
			reason: "not_text",
		});
		expect(await read("text/html; charset=cp1251", RIVER, 200)).toMatchObject({ ok: true });
	});
});

const LINE = "The river rose by two metres in a single night.";

function read(content_type: string, bytes: Uint8Array, times = 1) {
	const all = Buffer.concat(Array.from({ length: times }, () => bytes));
	const opened = {
		final_url: "https://www.example.org/2024/05/31/river",
		content_type,
		bytes: all,
	};
	return readPage(opened, "2026-01-01", readPdf);
}

describe("the type of a document", () => {
	it.each([
		["text/xml", `<?xml version="1.0"?><doc><p>${LINE}</p></doc>`, LINE],
		["application/xml", `<doc><p>${LINE}</p></doc>`, LINE],
		["text/markdown", `${LINE}\n\n`, LINE],
		["text/csv", `"${LINE}",12\n`, `${LINE}\t12`],
	])("%s is read", async (type, part, line) => {
		const answer = await read(type, Buffer.from(part), 12);
		expect(answer).toMatchObject({ ok: true, text: expect.stringContaining(line) });
	});

	it.each(["text/html", "application/octet-stream", ""])(
		"is PDF by its first bytes, whatever the header says: %s",
		async (type) => {
			const text = `${LINE}\n`.repeat(12).trim();
			const answer = await read(type, smallPdf([text]));
			expect(answer).toMatchObject({ ok: true, text: expect.stringContaining(LINE) });
		},
	);
});
