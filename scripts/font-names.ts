import type { FontTables } from "./woff.ts";

/** Windows, Unicode, English of the United States: the one kind that every reader knows. */
const PLATFORM = [3, 1, 0x0409] as const;
const COPYRIGHT = 0;
const FAMILY = 1;
const STYLE = 2;
const FULL_NAME = 4;
const POSTSCRIPT = 6;
const LICENCE = 13;
const LICENCE_URL = 14;

const OFL =
	"This Font Software is licensed under the SIL Open Font License, Version 1.1.";
const OFL_URL = "https://openfontlicense.org";

/** What a font says of itself, by the number of the name. */
export function readNames(table: Buffer): Map<number, string> {
	const names = new Map<number, string>();
	const texts = table.readUInt16BE(4);
	for (let index = 0; index < table.readUInt16BE(2); index += 1) {
		const at = 6 + 12 * index;
		if (table.readUInt16BE(at) !== PLATFORM[0]) continue;
		const length = table.readUInt16BE(at + 8);
		const from = texts + table.readUInt16BE(at + 10);
		const text = Buffer.from(table.subarray(from, from + length)).swap16();
		names.set(table.readUInt16BE(at + 6), text.toString("utf16le"));
	}
	return names;
}

/**
 * Gives a changed font a family of its own, as the licence asks of one whose
 * name is reserved; whose work it is and under which licence stays in it.
 */
export function renameFont(tables: FontTables, family: string): FontTables {
	const before = readNames(tables.get("name") ?? Buffer.alloc(6));
	const names = new Map([
		[COPYRIGHT, before.get(COPYRIGHT) ?? ""],
		[FAMILY, family],
		[STYLE, "Regular"],
		[FULL_NAME, family],
		[POSTSCRIPT, family.replaceAll(" ", "")],
		[LICENCE, before.get(LICENCE) ?? OFL],
		[LICENCE_URL, before.get(LICENCE_URL) ?? OFL_URL],
	]);
	return new Map([...tables, ["name", writeNames(names)]]);
}

function writeNames(names: Map<number, string>): Buffer {
	const header = Buffer.alloc(6 + 12 * names.size);
	header.writeUInt16BE(names.size, 2);
	header.writeUInt16BE(header.length, 4);
	const texts: Buffer[] = [];
	let from = 0;
	for (const [index, [id, name]] of [...names].entries()) {
		const text = Buffer.from(name, "utf16le").swap16();
		const fields = [...PLATFORM, id, text.length, from];
		for (const [place, value] of fields.entries())
			header.writeUInt16BE(value, 6 + 12 * index + 2 * place);
		texts.push(text);
		from += text.length;
	}
	return Buffer.concat([header, ...texts]);
}
