import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { JSDOM } from "jsdom";
import { layout } from "#scripts/layout.ts";

const PROJECT = fileURLToPath(new URL("../../", import.meta.url));
/** The source folders of what a browser shows: the app, its page and the embeddable card. */
const WRITTEN = ["web", "worker/features/sharing"];
/** The app's components and page, and the worker's documents, which it writes as strings. */
const WRITES = /\.(?:tsx|html)$|^worker\/.*\.ts$/;
/** An element is named by its tag, or by the component that renders it `as` that element. */
const NAME = /(?:<|\bas=")([a-zA-Z][a-zA-Z0-9]*)/g;

/** The names of all elements that our own code renders. */
export function appElements(): Set<string> {
	const names = new Set(["html", "head", "body", "script", "style"]);
	for (const path of WRITTEN.flatMap(filesBelow))
		if (WRITES.test(path))
			for (const [, name = ""] of readFileSync(join(PROJECT, path), "utf8").matchAll(NAME))
				names.add(name);
	return names;
}

/** The texts of the inline scripts that the build puts into every page. */
export function builtScripts(): Set<string> {
	const page = readFileSync(join(layout.webOutput, "index.html"), "utf8");
	const { document } = new JSDOM(page).window;
	const scripts = [...document.querySelectorAll("script:not([src])")];
	return new Set(scripts.map(({ textContent }) => textContent));
}

function filesBelow(folder: string): string[] {
	return readdirSync(join(PROJECT, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		return entry.isDirectory() ? filesBelow(path) : [path];
	});
}
