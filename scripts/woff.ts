import { inflateSync } from "node:zlib";

/** A font's tables by tag. */
export type FontTables = Map<string, Buffer>;

const SIGNATURE = 0x774f4646;
const HEADER_BYTES = 44;
const ENTRY_BYTES = 20;

/** The tables of a WOFF 1.0 file with TrueType outlines. Throws for any other. */
export function readWoff(woff: Buffer): FontTables {
	if (woff.readUInt32BE(0) !== SIGNATURE || woff.readUInt32BE(4) !== 0x10000)
		throw new Error("This is no WOFF file with TrueType outlines.");
	const tables: FontTables = new Map();
	for (let index = 0; index < woff.readUInt16BE(12); index += 1) {
		const at = HEADER_BYTES + index * ENTRY_BYTES;
		const offset = woff.readUInt32BE(at + 4);
		const packed = woff.readUInt32BE(at + 8);
		const length = woff.readUInt32BE(at + 12);
		const content = woff.subarray(offset, offset + packed);
		tables.set(
			woff.toString("latin1", at, at + 4),
			packed < length ? inflateSync(content) : content,
		);
	}
	return tables;
}

const FONT_MAGIC = 0xb1b0afba;

/** A TrueType file of these tables, the same for the same tables. */
export function writeTrueType(tables: FontTables): Buffer {
	const tags = [...tables.keys()].sort();
	const power = 2 ** Math.floor(Math.log2(tags.length));
	const header = Buffer.alloc(12 + 16 * tags.length);
	header.writeUInt32BE(0x10000, 0);
	header.writeUInt16BE(tags.length, 4);
	header.writeUInt16BE(power * 16, 6);
	header.writeUInt16BE(Math.log2(power), 8);
	header.writeUInt16BE((tags.length - power) * 16, 10);
	const bodies: Buffer[] = [];
	let offset = header.length;
	for (const [index, tag] of tags.entries()) {
		const content = Buffer.from(tables.get(tag) ?? []);
		// The checksum of the whole stands in here, and counts as 0 in its own.
		if (tag === "head") content.writeUInt32BE(0, 8);
		const body = padded(content);
		const at = 12 + 16 * index;
		header.write(tag, at, "latin1");
		header.writeUInt32BE(checksum(body), at + 4);
		header.writeUInt32BE(offset, at + 8);
		header.writeUInt32BE(content.length, at + 12);
		bodies.push(body);
		offset += body.length;
	}
	const font = Buffer.concat([header, ...bodies]);
	const head = 12 + 16 * tags.indexOf("head");
	font.writeUInt32BE(
		(FONT_MAGIC - checksum(font)) >>> 0,
		font.readUInt32BE(head + 8) + 8,
	);
	return font;
}

function padded(content: Buffer): Buffer {
	return Buffer.concat([content, Buffer.alloc(-content.length & 3)]);
}

function checksum(content: Buffer): number {
	let sum = 0;
	for (let at = 0; at < content.length; at += 4)
		sum = (sum + content.readUInt32BE(at)) >>> 0;
	return sum;
}
