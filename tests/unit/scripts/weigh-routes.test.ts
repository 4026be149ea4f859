import { describe, expect, it } from "vitest";
import { Manifest, pageWeights, weighRoutes, weightTable } from "#scripts/checks/budgets.ts";

const manifest = Manifest.parse({
	"index.html": {
		file: "index.js",
		imports: ["_react"],
		dynamicImports: ["features/reports/results-page.tsx", "features/later.tsx"],
	},
	_react: { file: "react.js", imports: ["_runtime"] },
	_runtime: { file: "runtime.js" },
	"features/reports/results-page.tsx": {
		file: "results.js",
		imports: ["index.html", "_react", "_bars", "_dots"],
	},
	_bars: { file: "bars.js", imports: ["_dots"] },
	_dots: { file: "dots.js" },
	"features/later.tsx": { file: "later.js" },
	"face.woff2": { file: "face.woff2" },
});

const bytes: Record<string, number> = {
	"index.js": 78_500,
	"react.js": 20_000,
	"runtime.js": 9_500,
	"index.html": 15_000,
	"results.js": 30_000,
	"bars.js": 6_000,
	"dots.js": 4_000,
	"later.js": 99_999,
};
const weighing =
	(over: Record<string, number> = {}) =>
	(file: string) => {
		const weight = { ...bytes, ...over }[file];
		if (weight === undefined) throw new Error(`${file} is not weighed`);
		return weight;
	};
const overBudget = (over: Record<string, number>) =>
	weighRoutes(manifest, weighing(over))
		.filter(({ weight, limit }) => weight > limit)
		.map(({ name }) => name);

describe("pageWeights", () => {
	it("returns the total weight of every page and the weight beyond the first route", () => {
		expect(pageWeights(manifest, weighing())).toEqual([
			{ name: "results", scripts: 148_000, more: 40_000 },
		]);
	});
});

describe("weighRoutes", () => {
	it("counts static imports once and leaves out what is loaded later", () => {
		expect(weighRoutes(manifest, weighing()).map(({ weight }) => weight)).toEqual([
			108_000, 40_000, 15_000,
		]);
	});

	it.each([
		["index.js", "JavaScript of the first route"],
		["runtime.js", "JavaScript of the first route"],
		["results.js", "more of it on results"],
		["dots.js", "more of it on results"],
		["index.html", "page with its styles"],
	])("exceeds the budget with one more byte of %s", (file, name) => {
		expect(overBudget({})).toEqual([]);
		expect(overBudget({ [file]: (bytes[file] ?? 0) + 1 })).toEqual([name]);
	});

	it("throws if the manifest lacks a weighed page", () => {
		const { "features/reports/results-page.tsx": _, ...rest } = manifest;
		expect(() => weighRoutes(rest, weighing())).toThrow(
			'The manifest has no "features/reports/results-page.tsx"',
		);
	});
});

describe("weightTable", () => {
	it("marks the weight that is over its budget", () => {
		expect(
			weightTable([
				{ name: "scripts", weight: 110_000, limit: 110_000 },
				{ name: "css", weight: 15_100, limit: 15_000 },
			]),
		).toEqual([
			"scripts  110.0 of  110.0 KB (gzip)",
			"css       15.1 of   15.0 KB (gzip)  OVER BUDGET",
		]);
	});
});
