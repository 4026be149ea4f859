import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findViolations, RULES } from "#scripts/checks/boundaries.mjs";

let root = "";
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "boundaries-"));
});
afterEach(() => rm(root, { recursive: true }));

/** The names of the rules that a source tree of these files breaks. */
async function broken(sources: Record<string, string>): Promise<string[]> {
	const folders = ["web", "worker", "durable-objects", "extension", "scripts", "tests"];
	for (const folder of folders) await mkdir(join(root, folder));
	for (const [path, source] of Object.entries(sources)) {
		await mkdir(dirname(join(root, path)), { recursive: true });
		await writeFile(join(root, path), source);
	}
	const { files, violations } = await findViolations(root, folders);
	// Make sure that every file was read.
	const own = Object.keys(sources).filter((path) => !path.startsWith("node_modules/"));
	expect(files).toBeGreaterThanOrEqual(own.length);
	return [...new Set(violations.map(({ rule }) => rule))];
}

const value = "export const it = 1;\n";
const importing = (specifier: string, kind = "") =>
	`import ${kind}{ it } from "${specifier}";\nexport const own = null as unknown as typeof it;\n`;

/** A file that imports another one, by the rule that it breaks: both paths, and the specifier. */
const PLANTED: [rule: string, from: string, to: string, specifier: string][] = [
	[
		"contract imports nothing of ours",
		"worker/contract/ids.ts",
		"worker/text/fold.ts",
		"../text/fold.ts",
	],
	[
		"contract's one package is zod",
		"worker/contract/ids.ts",
		"node_modules/other/index.js",
		"other",
	],
	[
		"text imports no feature and no I/O",
		"worker/text/fold.ts",
		"worker/http/body.ts",
		"../http/body.ts",
	],
	[
		"queries alone talk to the database's packages",
		"worker/app.ts",
		"node_modules/drizzle-orm/index.js",
		"drizzle-orm",
	],
	[
		"one file reads and writes the texts of transcripts",
		"worker/features/reports/queries.ts",
		"worker/db/tables/transcript-text.ts",
		"../../db/tables/transcript-text.ts",
	],
	[
		"nothing is joined to the texts of transcripts",
		"worker/features/captions/text-queries.ts",
		"worker/db/tables/videos.ts",
		"../../db/tables/videos.ts",
	],
	[
		"what features build on never imports a feature",
		"worker/http/body.ts",
		"worker/features/votes/queries.ts",
		"../features/votes/queries.ts",
	],
	[
		"worker/index.ts alone imports durable-objects",
		"worker/app.ts",
		"durable-objects/quota.ts",
		"../durable-objects/quota.ts",
	],
	[
		"web imports nothing of the worker but contract",
		"web/main.tsx",
		"worker/app.ts",
		"../worker/app.ts",
	],
	[
		"web takes of a schema its type alone",
		"web/main.tsx",
		"worker/contract/ids.ts",
		"../worker/contract/ids.ts",
	],
	[
		"what web takes values of brings no zod",
		"worker/contract/bands.ts",
		"worker/contract/ids.ts",
		"./ids.ts",
	],
	[
		"ui has no data: it imports neither api nor features",
		"web/ui/card.tsx",
		"web/api/request.ts",
		"../api/request.ts",
	],
	[
		"api imports no feature",
		"web/api/request.ts",
		"web/features/votes/vote.ts",
		"../features/votes/vote.ts",
	],
	[
		"the worker imports of the web app its rendering alone",
		"worker/app.ts",
		"web/paths.ts",
		"../web/paths.ts",
	],
	[
		"the product imports neither tests nor scripts",
		"worker/app.ts",
		"tests/fakes.ts",
		"../tests/fakes.ts",
	],
	[
		"the extension imports of the product contract alone",
		"extension/panel/panel.ts",
		"web/ui/card.ts",
		"../../web/ui/card.ts",
	],
	[
		"the extension's script in other sites' pages brings no zod",
		"extension/content/main.ts",
		"worker/contract/ids.ts",
		"../../worker/contract/ids.ts",
	],
];

/** Whole files, by the rule that they break. */
const PLANTED_FILES: [rule: string, what: string, sources: Record<string, string>][] = [
	["web runs in a browser", "a module of Node", { "web/main.ts": 'import "node:fs";\n' }],
	[
		"every import leads somewhere",
		"a file that is gone",
		{ "worker/app.ts": importing("./gone.ts") },
	],
	[
		"no file is part of a circle",
		"two files that import each other",
		{
			"worker/a.ts": `import { own } from "./b.ts";\nexport const it = own;\n`,
			"worker/b.ts": importing("./a.ts"),
		},
	],
	[
		"no file is part of a circle",
		"two files that import each other's types",
		{
			"worker/a.ts": `import type { own } from "./b.ts";\nexport const it = 1 as typeof own;\n`,
			"worker/b.ts": importing("./a.ts", "type "),
		},
	],
	...["", "type "].map((kind): (typeof PLANTED_FILES)[number] => [
		"features form no circle",
		`two features, by ${kind || "value "}imports of files that form none`,
		{
			"worker/features/votes/a.ts": importing("../reports/b.ts", kind),
			"worker/features/votes/c.ts": value,
			"worker/features/reports/b.ts": value,
			"worker/features/reports/d.ts": importing("../votes/c.ts", kind),
		},
	]),
];

describe("import rules", () => {
	it("allow imports of lower layers", async () => {
		const house = {
			"worker/contract/bands.ts": value,
			"worker/http/body.ts": value,
			"worker/features/votes/queries.ts":
				'import { it } from "../../http/body.ts";\nexport const own = it;\n',
			"worker/features/reports/queries.ts":
				'import { own } from "../votes/queries.ts";\nexport const more = own;\n',
			"web/ui/band.tsx":
				'import { it } from "../../worker/contract/bands.ts";\nexport const Band = () => <p>{it}</p>;\n',
		};
		expect(await broken(house)).toEqual([]);
	});

	it.each(PLANTED)("report a violation of: %s", async (rule, from, to, specifier) => {
		const sources = { [from]: importing(specifier), [to]: value };
		expect(await broken(sources)).toContain(rule);
	});

	it.each(PLANTED_FILES)("report a violation of: %s (%s)", async (rule, _, sources) => {
		expect(await broken(sources)).toEqual([rule]);
	});

	it("are all violated by a test", () => {
		const planted = new Set([...PLANTED, ...PLANTED_FILES].map(([rule]) => rule));
		expect([...planted].sort()).toEqual([...RULES].sort());
	});

	it("allow type imports that are erased at run time", async () => {
		const house = {
			"worker/contract/ids.ts": value,
			"web/main.tsx": importing("../worker/contract/ids.ts", "type "),
		};
		expect(await broken(house)).toEqual([]);
	});

	it("allow the worker to name the types of objects that use its own", async () => {
		const house = {
			"worker/bindings.ts": importing("../durable-objects/quota.ts", "type "),
			"durable-objects/quota.ts":
				'import { own } from "../worker/bindings.ts";\nexport const it = own;\n',
		};
		expect(await broken(house)).toEqual([]);
	});
});
