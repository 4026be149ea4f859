import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

async function filesUnder(root: string, path: string): Promise<string[]> {
	const found = await stat(join(root, path)).catch(() => null);
	if (!found) return [];
	if (found.isFile()) return [path];
	const names = await readdir(join(root, path));
	const nested = await Promise.all(
		names.map((name) => filesUnder(root, `${path}/${name}`)),
	);
	return nested.flat();
}

/**
 * A hash of the names and contents of files and folders, given relative to `root`.
 * What does not exist counts as absent; times and order of listing do not matter.
 */
export async function hashSources(
	root: string,
	paths: string[],
): Promise<string> {
	const files = (
		await Promise.all(paths.map((path) => filesUnder(root, path)))
	).flat();
	const hash = createHash("sha256");
	for (const file of files.sort()) {
		const content = await readFile(join(root, file));
		hash.update(`${file}\0${content.byteLength}\0`).update(content);
	}
	return hash.digest("hex");
}
