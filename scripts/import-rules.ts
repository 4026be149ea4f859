import type { Target } from "./resolve-import.ts";

export type Crossing = { from: string; to: Target; type_only: boolean };

type Rule = { name: string; breaks: (crossing: Crossing) => boolean };

/** Folders with a boundary round them, the inner ones first. */
const zones = [
	"worker/contract",
	"worker/domain",
	"worker/pipeline",
	"worker/use-cases",
	"worker/adapters",
	"worker/http",
	"worker",
	"durable-objects",
	"web",
	"scripts",
	"tests",
];

const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`);
const zoneOf = (path: string) => zones.find((zone) => isIn(path, zone)) ?? "";
/** The part's name below a folder: partOf("web/features/home/x.ts", "web/features") is "home". */
const partOf = (path: string, folder: string) =>
	isIn(path, folder) ? (path.slice(folder.length + 1).split("/")[0] ?? "") : "";

const file = (target: Target) => (target.kind === "file" ? target.path : null);
const packageOf = (target: Target) =>
	target.kind === "package" ? target.name : null;
const leadsTo = (target: Target, ...folders: string[]) => {
	const path = file(target);
	return path !== null && folders.some((folder) => isIn(path, folder));
};

const database_packages = ["drizzle-orm", "@libsql/client"];

/** Refuses files outside `allowed`; `as_types` may be named where nothing of them runs. */
const confined =
	(folder: string, allowed: string[], as_types: string[] = []) =>
	({ from, to, type_only }: Crossing) =>
		isIn(from, folder) &&
		file(to) !== null &&
		!leadsTo(to, ...allowed) &&
		!(type_only && leadsTo(to, ...as_types));

const strangersTo =
	(folder: string, packages: string[]) =>
	({ from, to }: Crossing) => {
		const name = packageOf(to);
		return isIn(from, folder) && name !== null && !packages.includes(name);
	};

const twoPartsOf =
	(folder: string) =>
	({ from, to }: Crossing) =>
		isIn(from, folder) &&
		leadsTo(to, folder) &&
		partOf(from, folder) !== partOf(file(to) ?? "", folder);

const product = ["web", "worker", "durable-objects"];

/** The import rules of the house; every message begins with the name of the rule. */
export const importRules: Rule[] = [
	{
		name: "an import across a boundary goes through an alias",
		breaks: ({ from, to }) =>
			to.kind === "file" && to.relative && !isIn(to.path, zoneOf(from)),
	},
	{
		name: "contract imports contract and zod",
		breaks: (crossing) =>
			confined("worker/contract", ["worker/contract"])(crossing) ||
			strangersTo("worker/contract", ["zod"])(crossing),
	},
	{
		name: "domain imports contract, and no package but zod",
		breaks: (crossing) =>
			confined("worker/domain", ["worker/domain", "worker/contract"])(
				crossing,
			) || strangersTo("worker/domain", ["zod"])(crossing),
	},
	{
		name: "pipeline imports domain, contract and types of adapters",
		breaks: confined(
			"worker/pipeline",
			["worker/pipeline", "worker/domain", "worker/contract"],
			["worker/adapters"],
		),
	},
	{
		name: "use-cases import pipeline, domain, contract and types of adapters",
		breaks: confined(
			"worker/use-cases",
			[
				"worker/use-cases",
				"worker/pipeline",
				"worker/domain",
				"worker/contract",
			],
			["worker/adapters"],
		),
	},
	{
		name: "adapters never import each other",
		breaks: twoPartsOf("worker/adapters"),
	},
	{
		name: "adapters never import http",
		breaks: ({ from, to }) =>
			isIn(from, "worker/adapters") && leadsTo(to, "worker/http"),
	},
	{
		name: "the database's packages stay in adapters/db",
		breaks: ({ from, to }) =>
			["worker", "durable-objects"].some((folder) => isIn(from, folder)) &&
			!isIn(from, "worker/adapters/db") &&
			database_packages.includes(packageOf(to) ?? ""),
	},
	{
		name: "worker/index.ts alone imports durable-objects",
		breaks: ({ from, to, type_only }) =>
			isIn(from, "worker") &&
			from !== "worker/index.ts" &&
			!type_only &&
			leadsTo(to, "durable-objects"),
	},
	{
		name: "web imports itself and types of contract",
		breaks: confined("web", ["web"], ["worker/contract"]),
	},
	{
		name: "web runs in a browser",
		breaks: ({ from, to }) =>
			isIn(from, "web") &&
			from !== "web/vite.config.ts" &&
			/^(node|cloudflare):/.test(packageOf(to) ?? ""),
	},
	{
		name: "features never import features",
		breaks: twoPartsOf("web/features"),
	},
	{
		name: "ui has no data: it imports neither api nor features",
		breaks: ({ from, to }) =>
			isIn(from, "web/ui") && leadsTo(to, "web/api", "web/features"),
	},
	{
		name: "the worker does not import the web app",
		breaks: ({ from, to }) =>
			["worker", "durable-objects"].some((folder) => isIn(from, folder)) &&
			leadsTo(to, "web"),
	},
	{
		name: "the product imports neither tests nor scripts",
		breaks: ({ from, to }) =>
			product.some((folder) => isIn(from, folder)) &&
			leadsTo(to, "tests", "scripts"),
	},
];

/** The names of the rules that an import breaks. */
export function brokenRules(crossing: Crossing): string[] {
	return importRules
		.filter(({ breaks }) => breaks(crossing))
		.map(({ name }) => name);
}
