import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
/** Where what a browser shows is written: the app, its page, and the card for other sites. */
const WRITTEN = ["web", "worker/features/sharing"];
const WRITES = /\.(?:tsx|html)$|^(?:worker\/domain)/;
const NAME = /<([a-zA-Z][a-zA-Z0-9]*)/g;

/** The names of all elements that our own programs put on a screen. */
export function appElements(): Set<string> {
	const names = new Set(["html", "head", "body", "script", "style"]);
	for (const path of WRITTEN.flatMap(filesBelow))
		if (WRITES.test(path))
			for (const [, name = ""] of readFileSync(
				join(PROJECT, path),
				"utf8",
			).matchAll(NAME))
				names.add(name);
	return names;
}

function filesBelow(folder: string): string[] {
	return readdirSync(join(PROJECT, folder), { withFileTypes: true }).flatMap(
		(entry) => {
			const path = `${folder}/${entry.name}`;
			return entry.isDirectory() ? filesBelow(path) : [path];
		},
	);
}
