import { Buffer } from "node:buffer";

/** Where a document names its table of objects, at its end. */
const END_BYTES = 2_048;
/** A dictionary stands beside the number of its object. */
const CATALOG_BYTES = 4_096;

/**
 * Without its end, a document does not name its catalog, from which the library finds the pages.
 * Looks for it in a document that was cut, and names it. One whose catalog is packed stays as it is.
 */
export function withCatalog(bytes: Uint8Array): Uint8Array {
	const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (file.subarray(-END_BYTES).includes("startxref")) return bytes;
	const at = file.lastIndexOf("/Catalog");
	if (at < 0) return bytes;
	const before = file.subarray(Math.max(0, at - CATALOG_BYTES), at).toString("latin1");
	const named = [...before.matchAll(/(?<!\d)(\d{1,10}) (\d{1,5}) obj/g)].at(-1);
	if (!named) return bytes;
	// The last object may have been cut, and goes on until its end otherwise.
	const end = `\nendstream\nendobj\ntrailer\n<< /Root ${named[1]} ${named[2]} R >>\nstartxref\n0\n%%EOF\n`;
	return new Uint8Array(Buffer.concat([file, Buffer.from(end)]));
}
