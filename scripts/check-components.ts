import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { layout } from "./layout.ts";
import { COMPONENT_LINES, longComponents } from "./long-components.ts";

/** Prints every component that is too long, and fails if there is one. */

const names = await readdir(join(layout.root, "web"), { recursive: true });
const paths = names
	.filter((name) => name.endsWith(".tsx"))
	.map((name) => `web/${name.replaceAll("\\", "/")}`);

const complaints = await Promise.all(
	paths.map(async (path) => {
		const source = await readFile(join(layout.root, path), "utf8");
		return longComponents(path, source).map(
			({ name, lines }) =>
				`${path}: ${name} has ${lines} lines; ${COMPONENT_LINES} are allowed`,
		);
	}),
);
for (const complaint of complaints.flat()) console.error(complaint);
console.log(`Checked the components of ${paths.length} files.`);
process.exitCode = complaints.flat().length > 0 ? 1 : 0;
