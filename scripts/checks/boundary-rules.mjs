/**
 * The import rules of the house, for dependency-cruiser. The database's packages stay where
 * queries are, the browser gets nothing that runs on the server, and no folder that others build
 * on looks back at them.
 */

/** What every feature builds on. */
const FOUNDATION = "^worker/(?:http|db|outbound|providers|identity|text)/";
/** Contract's values that the browser takes too: zod would cost it 27 KB. */
const WITHOUT_ZOD =
	"^worker/contract/(?:addresses|bands|events|format|gauge|limits|providers|vote-counts)\\.ts$";
const PRODUCT = "^(?:web|worker|durable-objects)/";

/**
 * For every import, of types too.
 *
 * @type {import("dependency-cruiser").IForbiddenRuleType[]}
 */
export const IMPORT_RULES = [
	{
		name: "contract imports nothing of ours",
		severity: "error",
		from: { path: "^worker/contract/" },
		to: { path: PRODUCT, pathNot: "^worker/contract/" },
	},
	{
		name: "contract's one package is zod",
		severity: "error",
		from: { path: "^worker/contract/" },
		to: { path: "node_modules/", pathNot: "node_modules/zod/" },
	},
	{
		name: "text imports no feature and no I/O",
		severity: "error",
		from: { path: "^worker/text/" },
		to: { path: PRODUCT, pathNot: "^worker/(?:text|contract|http/problems)" },
	},
	{
		name: "queries alone talk to the database's packages",
		severity: "error",
		from: {
			path: "^(?:worker|durable-objects)/",
			pathNot: "^worker/db/|/features/|^worker/(?:http|identity)/[^/]+\\.ts$",
		},
		to: { path: "node_modules/(?:drizzle-orm|@libsql)/" },
	},
	{
		name: "web imports nothing of the worker but contract",
		severity: "error",
		from: { path: "^web/" },
		to: {
			path: "^(?:worker|durable-objects|scripts|tests)/",
			pathNot: "^worker/contract/",
		},
	},
	{
		name: "web runs in a browser",
		severity: "error",
		from: { path: "^web/", pathNot: "^web/vite\\.config\\.ts$" },
		to: { dependencyTypes: ["core"] },
	},
	{
		name: "ui has no data: it imports neither api nor features",
		severity: "error",
		from: { path: "^web/ui/" },
		to: { path: "^web/(?:api|features)/" },
	},
	{
		name: "api imports no feature",
		severity: "error",
		from: { path: "^web/api/" },
		to: { path: "^web/features/" },
	},
	{
		name: "the worker does not import the web app",
		severity: "error",
		from: { path: "^(?:worker|durable-objects)/" },
		to: { path: "^web/" },
	},
	{
		name: "the product imports neither tests nor scripts",
		severity: "error",
		from: { path: PRODUCT },
		to: { path: "^(?:tests|scripts)/" },
	},
	{
		name: "every import leads somewhere",
		severity: "error",
		from: {},
		to: { couldNotResolve: true, pathNot: "^(?:cloudflare|node):" },
	},
];

/**
 * For what runs: an import of types alone is not there any more.
 *
 * @type {import("dependency-cruiser").IForbiddenRuleType[]}
 */
export const RUN_TIME_RULES = [
	{
		name: "what features build on never imports a feature",
		severity: "error",
		from: { path: FOUNDATION },
		to: {
			path: "^worker/features/",
		},
	},
	{
		name: "no file is part of a circle",
		severity: "error",
		from: { path: PRODUCT },
		to: { circular: true },
	},
	{
		name: "worker/index.ts alone imports durable-objects",
		severity: "error",
		from: { path: "^worker/", pathNot: "^worker/index\\.ts$" },
		to: { path: "^durable-objects/" },
	},
	{
		name: "web takes of a schema its type alone",
		severity: "error",
		from: { path: "^web/" },
		to: {
			path: "^worker/contract/",
			pathNot: WITHOUT_ZOD,
		},
	},
	{
		name: "what web takes values of brings no zod",
		severity: "error",
		from: { path: WITHOUT_ZOD },
		to: {
			path: "node_modules/zod/|^worker/contract/",
			pathNot: WITHOUT_ZOD,
		},
	},
];
