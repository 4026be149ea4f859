import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findViolations } from "#scripts/checks/boundaries.mjs";

let root = "";
beforeEach(async () => {
	root = await mkdtemp(join(tmpdir(), "boundaries-"));
});
afterEach(() => rm(root, { recursive: true }));

/** The names of the rules that a source tree of these files breaks. */
async function broken(sources: Record<string, string>): Promise<string[]> {
	const folders = ["web", "worker", "durable-objects", "scripts", "tests"];
	for (const folder of folders) await mkdir(join(root, folder));
	for (const [path, source] of Object.entries(sources)) {
		await mkdir(dirname(join(root, path)), { recursive: true });
		await writeFile(join(root, path), source);
	}
	const { files, violations } = await findViolations(root, folders);
	// Make sure that every file was read.
	expect(files).toBeGreaterThanOrEqual(Object.keys(sources).length);
	return [...new Set(violations.map(({ rule }) => rule))];
}

const value = "export const it = 1;\n";

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

	it.each<[string, string, string, string]>([
		[
			"contract imports nothing of ours",
			"worker/contract/ids.ts",
			"../text/fold.ts",
			"worker/text/fold.ts",
		],
		[
			"one file reads and writes the texts of transcripts",
			"worker/features/reports/queries.ts",
			"../../db/tables/transcript-text.ts",
			"worker/db/tables/transcript-text.ts",
		],
		[
			"nothing is joined to the texts of transcripts",
			"worker/features/captions/text-queries.ts",
			"../../db/tables/videos.ts",
			"worker/db/tables/videos.ts",
		],
		[
			"what features build on never imports a feature",
			"worker/http/body.ts",
			"../features/votes/queries.ts",
			"worker/features/votes/queries.ts",
		],
		[
			"worker/index.ts alone imports durable-objects",
			"worker/app.ts",
			"../durable-objects/quota.ts",
			"durable-objects/quota.ts",
		],
		[
			"web imports nothing of the worker but contract",
			"web/main.tsx",
			"../worker/app.ts",
			"worker/app.ts",
		],
		[
			"web takes of a schema its type alone",
			"web/main.tsx",
			"../worker/contract/ids.ts",
			"worker/contract/ids.ts",
		],
		[
			"ui has no data: it imports neither api nor features",
			"web/ui/card.tsx",
			"../api/request.ts",
			"web/api/request.ts",
		],
		[
			"api imports no feature",
			"web/api/request.ts",
			"../features/votes/vote.ts",
			"web/features/votes/vote.ts",
		],
		[
			"the worker imports of the web app its rendering alone",
			"worker/app.ts",
			"../web/paths.ts",
			"web/paths.ts",
		],
		[
			"the product imports neither tests nor scripts",
			"worker/app.ts",
			"../tests/fakes.ts",
			"tests/fakes.ts",
		],
	])("report a violation of: %s", async (rule, from, specifier, to) => {
		const importing = `import { it } from "${specifier}";\nexport const own = it;\n`;
		expect(await broken({ [from]: importing, [to]: value })).toContain(rule);
	});

	it.each([
		["web/main.ts", 'import "node:fs";\n', "web runs in a browser"],
		[
			"worker/app.ts",
			'import { it } from "./gone.ts";\nexport const own = it;\n',
			"every import leads somewhere",
		],
	])("report a violation in %s: %s", async (path, source, rule) => {
		expect(await broken({ [path]: source })).toContain(rule);
	});

	const imports = (specifier: string, as: string, kind = "") =>
		`import ${kind}{ it } from "${specifier}";\nexport const own = null as unknown as ${as};\n`;

	it("report a cycle between features even if no files form one", async () => {
		const circle = {
			"worker/features/votes/a.ts": `import { it } from "../reports/b.ts";\nexport const own = it;\n`,
			"worker/features/votes/c.ts": value,
			"worker/features/reports/b.ts": value,
			"worker/features/reports/d.ts": `import { it } from "../votes/c.ts";\nexport const own = it;\n`,
		};
		expect(await broken(circle)).toEqual(["features form no circle"]);
	});

	it("report a cycle between files", async () => {
		const circle = {
			"worker/a.ts": `import { own } from "./b.ts";\nexport const it = own;\n`,
			"worker/b.ts": `import { it } from "./a.ts";\nexport const own = it;\n`,
		};
		expect(await broken(circle)).toContain("no file is part of a circle");
	});

	it("allow type imports that are erased at run time", async () => {
		const house = {
			"worker/contract/ids.ts": value,
			"web/main.tsx": imports("../worker/contract/ids.ts", "typeof it", "type "),
			"durable-objects/quota.ts": value,
			"worker/bindings.ts": imports("../durable-objects/quota.ts", "typeof it", "type "),
		};
		expect(await broken(house)).toEqual([]);
	});
});
