import { describe, expect, it } from "vitest";
import { brokenRules, importRules } from "#scripts/import-rules.ts";
import { readImports } from "#scripts/read-imports.ts";
import { resolveImport } from "#scripts/resolve-import.ts";

const aliases = {
	"#contract/*": "./worker/contract/*",
	"#domain/*": "./worker/domain/*",
	"#adapters/*": "./worker/adapters/*",
	"#http/*": "./worker/http/*",
	"#use-cases/*": "./worker/use-cases/*",
	"#worker/*": "./worker/*",
	"#objects/*": "./durable-objects/*",
	"#web/*": "./web/*",
	"#scripts/*": "./scripts/*",
	"#tests/*": "./tests/*",
};

function judge(from: string, statement: string): string[] {
	return readImports(from, statement).flatMap(({ specifier, type_only }) =>
		brokenRules({
			from,
			to: resolveImport(from, specifier, aliases),
			type_only,
		}),
	);
}

/** [file, what it must not say, rule]; every rule is here at least once. */
const violations: [string, string, string][] = [
	[
		"worker/http/routes/videos.ts",
		'import { a } from "../../domain/a.ts";',
		"an import across a boundary goes through an alias",
	],
	[
		"durable-objects/quota.ts",
		'import type { A } from "../worker/env.ts";',
		"an import across a boundary goes through an alias",
	],
	[
		"worker/contract/video.ts",
		'import type { A } from "#domain/a.ts";',
		"contract imports contract and zod",
	],
	[
		"worker/contract/video.ts",
		'import { Hono } from "hono";',
		"contract imports contract and zod",
	],
	[
		"worker/domain/bands.ts",
		'import { a } from "#adapters/db/a.ts";',
		"domain imports contract, and no package but zod",
	],
	[
		"worker/domain/bands.ts",
		'import { readFileSync } from "node:fs";',
		"domain imports contract, and no package but zod",
	],
	[
		"worker/pipeline/rate.ts",
		'import { a } from "#adapters/ai/a.ts";',
		"pipeline imports domain, contract and types of adapters",
	],
	[
		"worker/pipeline/rate.ts",
		'import type { A } from "#http/a.ts";',
		"pipeline imports domain, contract and types of adapters",
	],
	[
		"worker/use-cases/cast-vote.ts",
		'import { a } from "#adapters/db/a.ts";',
		"use-cases import pipeline, domain, contract and types of adapters",
	],
	[
		"worker/adapters/ai/openai.ts",
		'import type { A } from "../db/a.ts";',
		"adapters never import each other",
	],
	[
		"worker/adapters/ai/openai.ts",
		'import type { A } from "#http/problem.ts";',
		"adapters never import http",
	],
	[
		"worker/http/routes/videos.ts",
		'import { eq } from "drizzle-orm";',
		"the database's packages stay in adapters/db",
	],
	[
		"durable-objects/quota.ts",
		'import { drizzle } from "drizzle-orm/d1";',
		"the database's packages stay in adapters/db",
	],
	[
		"worker/http/routes/videos.ts",
		'import { createClient } from "@libsql/client/web";',
		"the database's packages stay in adapters/db",
	],
	[
		"worker/deps.ts",
		'import { Quota } from "#objects/quota.ts";',
		"worker/index.ts alone imports durable-objects",
	],
	[
		"worker/deps.ts",
		'export { Quota } from "#objects/quota.ts";',
		"worker/index.ts alone imports durable-objects",
	],
	[
		"web/ui/card.tsx",
		'import type { A } from "#domain/bands.ts";',
		"web imports itself and types of contract",
	],
	[
		"web/api/request.ts",
		'import { VideoId } from "#contract/ids.ts";',
		"web imports itself and types of contract",
	],
	[
		"web/api/request.ts",
		'import { type VideoId } from "#contract/ids.ts";',
		"web imports itself and types of contract",
	],
	[
		"web/api/request.ts",
		'const ids = await import("#contract/ids.ts");',
		"web imports itself and types of contract",
	],
	[
		"web/api/request.ts",
		'import { join } from "node:path";',
		"web runs in a browser",
	],
	[
		"web/features/report/page.tsx",
		'import { a } from "../search/a.ts";',
		"features never import features",
	],
	[
		"web/features/report/page.tsx",
		'const a = () => import("#web/features/search/a.ts");',
		"features never import features",
	],
	[
		"web/ui/card.tsx",
		'import { request } from "../api/request.ts";',
		"ui has no data: it imports neither api nor features",
	],
	[
		"worker/http/page.ts",
		'import { paths } from "#web/paths.ts";',
		"the worker does not import the web app",
	],
	[
		"worker/deps.ts",
		'import { a } from "#tests/support/a.ts";',
		"the product imports neither tests nor scripts",
	],
	[
		"web/main.tsx",
		'import type { A } from "#scripts/layout.ts";',
		"the product imports neither tests nor scripts",
	],
];

describe("the import rules", () => {
	it.each(violations)("%s may not say %s", (from, statement, rule) => {
		expect(judge(from, statement)).toContain(rule);
	});

	it("are each shown to catch something", () => {
		const shown = new Set(violations.map(([, , rule]) => rule));
		expect([...shown].sort()).toEqual(
			importRules.map(({ name }) => name).sort(),
		);
	});

	it.each([
		["worker/domain/bands.ts", 'import * as z from "zod";'],
		["worker/domain/bands.ts", 'import type { A } from "#contract/ids.ts";'],
		["worker/domain/captions/srv3.ts", 'import { a } from "../text/a.ts";'],
		["worker/use-cases/vote.ts", 'import type { A } from "#adapters/db/a.ts";'],
		["worker/adapters/db/store.ts", 'import { eq } from "drizzle-orm";'],
		["worker/index.ts", 'export { Quota } from "#objects/quota.ts";'],
		["worker/index.ts", 'import { createApp } from "./app.ts";'],
		["worker/env.ts", 'import type { Quota } from "#objects/quota.ts";'],
		["worker/http/app.ts", 'import { Hono } from "hono";'],
		["durable-objects/run.ts", 'import { a } from "#adapters/db/a.ts";'],
		["web/api/request.ts", 'import type { A } from "#contract/ids.ts";'],
		["web/features/report/page.tsx", 'import { a } from "./parts/a.ts";'],
		["web/features/report/page.tsx", 'import { a } from "#web/ui/a.ts";'],
		["scripts/server.ts", 'import { parseEnv } from "#worker/env.ts";'],
		["tests/worker/a.test.ts", 'import { Quota } from "#objects/quota.ts";'],
	])("leave %s alone when it says %s", (from, statement) => {
		expect(judge(from, statement)).toEqual([]);
	});
});

describe("readImports", () => {
	it("finds what comes in, what is passed on and what is loaded later", () => {
		const source = `
			import a, { type B } from "./a.ts";
			import type { C } from "./c.ts";
			import "./effect.ts";
			export { d } from "./d.ts";
			export * from "./e.ts";
			export type { F } from "./f.ts";
			export const later = () => import("./later.ts");
		`;
		expect(readImports("x.ts", source)).toEqual([
			{ specifier: "./a.ts", type_only: false },
			{ specifier: "./c.ts", type_only: true },
			{ specifier: "./effect.ts", type_only: false },
			{ specifier: "./d.ts", type_only: false },
			{ specifier: "./e.ts", type_only: false },
			{ specifier: "./f.ts", type_only: true },
			{ specifier: "./later.ts", type_only: false },
		]);
	});

	it("is not taken in by what only looks like an import", () => {
		const source = `
			// import { a } from "./a.ts";
			const text = 'import { b } from "./b.ts"';
			export const element = <p>import c from "./c.ts"</p>;
		`;
		expect(readImports("x.tsx", source)).toEqual([]);
	});

	it("refuses a file it cannot read, by name", () => {
		expect(() => readImports("broken.ts", "import {")).toThrow(/^broken\.ts: /);
	});
});
