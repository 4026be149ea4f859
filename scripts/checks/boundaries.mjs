import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";

/**
 * Prints every import that breaks a rule, and fails if there is one. Written in plain JavaScript,
 * because the tsx loader breaks the swc parser.
 */

const swc = createRequire(import.meta.url)("@swc/core");
const parse = swc.parseFileSync;

const namesTypesAlone = ({ type, typeOnly, specifiers = [] }) =>
	type === "ImportDeclaration" &&
	(typeOnly || (specifiers.length > 0 && specifiers.every((name) => name.isTypeOnly)));

/**
 * dependency-cruiser lets swc parse every file as TypeScript without JSX, and cannot tell from
 * swc's output which imports are type-only. This parser handles both, and leaves out the imports
 * for which `ignores` returns true.
 */
function parseWith(ignores) {
	swc.parseFileSync = (file, options) => {
		const { body, ...rest } = parse(file, { ...options, tsx: file.endsWith(".tsx") });
		return { ...rest, body: body.filter((node) => !ignores(node, file)) };
	};
}

/** The feature that a file belongs to; undefined for other files. */
const featureFolder = (path) => /^(?:worker|web)\/features\/[^/]+/.exec(path)?.[0];

const FEATURE_CIRCLES = "features form no circle";

/**
 * Finds imports that make features depend on each other in a circle, even if no files do.
 * dependency-cruiser finds circles of files, but not of folders.
 */
function featureCircles(modules) {
	const crossings = modules.flatMap(({ source, dependencies }) =>
		dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
	);
	const needs = new Map();
	for (const { from, to } of crossings) {
		const [own, other] = [featureFolder(from), featureFolder(to)];
		if (own && other && own !== other) needs.set(own, (needs.get(own) ?? new Set()).add(other));
	}
	const reaches = (start, end, seen = new Set()) => {
		if (start === end) return true;
		if (seen.has(start)) return false;
		seen.add(start);
		return [...(needs.get(start) ?? [])].some((it) => reaches(it, end, seen));
	};
	return crossings.filter(({ from, to }) => {
		const [own, other] = [featureFolder(from), featureFolder(to)];
		return own && other && own !== other && reaches(other, own);
	});
}

async function judge(root, folders, forbidden) {
	const { output } = await cruise(folders, {
		baseDir: root,
		validate: true,
		ruleSet: { forbidden: forbidden.map((rule) => ({ ...rule, severity: "error" })) },
		doNotFollow: { path: "node_modules" },
		exclude: { path: "\\.(?:ttf|wasm|css)$" },
		parser: "swc",
		enhancedResolveOptions: {
			exportsFields: ["exports"],
			conditionNames: ["workerd", "import", "browser", "default", "types"],
			extensions: [".ts", ".tsx", ".mjs", ".js", ".d.ts"],
		},
	});
	return output;
}

/** Returns the number of files below `root`, and the violations: `{rule, from, to}` each. */
export async function findViolations(root, folders) {
	// Bindings name the classes of the objects, which use Bindings.
	parseWith(
		(node, file) =>
			relative(root, file).startsWith("worker/") &&
			namesTypesAlone(node) &&
			/^#objects\/|\/durable-objects\//.test(node.source.value),
	);
	const all = await judge(root, folders, IMPORT_RULES);
	parseWith(namesTypesAlone);
	const running = await judge(root, folders, RUN_TIME_RULES);
	return {
		files: all.modules.filter(({ source }) => /\.tsx?$/.test(source)).length,
		violations: [
			...[all, running].flatMap(({ summary }) =>
				summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
			),
			...featureCircles(all.modules).map((crossing) => ({ rule: FEATURE_CIRCLES, ...crossing })),
		],
	};
}

/**
 * The import rules, for dependency-cruiser. Only queries use the database's packages, the browser
 * gets no code that runs on the server, and shared folders do not import features.
 */

/** The folders that every feature may use. */
const FOUNDATION = "^worker/(?:http|db|outbound|providers|identity|text)/";
/**
 * Files of the contract whose values the browser may import. The others import zod, which would
 * add 27 KB.
 */
const WITHOUT_ZOD =
	"^worker/contract/(?:addresses|bands|browser-captions|claim-outlook|confidence|device-name|edit-distance|email-address|events|evidence-words|finding|format|gauge|leading-evidence|limits|lookup-words|made-by|notice-words|original-sound|page-texts|providers|score-standing|selection|takedown-words|texts|unfinished|verdict-words|verdicts|vote-counts|vote-reasons)\\.ts$";
const PRODUCT = "^(?:web|worker|durable-objects|extension)/";

/**
 * Rules for every import, type-only ones too, except the worker's of the objects' types.
 *
 * @type {import("dependency-cruiser").IForbiddenRuleType[]}
 */
const IMPORT_RULES = [
	{
		name: "contract imports nothing of ours",
		from: { path: "^worker/contract/" },
		to: { path: PRODUCT, pathNot: "^worker/contract/" },
	},
	{
		name: "contract's one package is zod",
		from: { path: "^worker/contract/" },
		to: { path: "node_modules/", pathNot: "node_modules/zod/" },
	},
	{
		name: "text imports no feature and no I/O",
		from: { path: "^worker/text/" },
		to: { path: PRODUCT, pathNot: "^worker/(?:text|contract|http/problems)" },
	},
	{
		name: "queries alone talk to the database's packages",
		from: {
			path: "^(?:worker|durable-objects)/",
			pathNot: "^worker/db/|/features/|^worker/(?:http|identity)/[^/]+\\.ts$",
		},
		to: { path: "node_modules/(?:drizzle-orm|@libsql)/" },
	},
	{
		name: "one file reads and writes the texts of transcripts",
		from: { path: PRODUCT, pathNot: "^worker/features/captions/text-queries\\.ts$" },
		to: { path: "^worker/db/tables/transcript-text\\.ts$" },
	},
	{
		name: "nothing is joined to the texts of transcripts",
		from: { path: "^worker/features/captions/text-queries\\.ts$" },
		to: { path: "^worker/db/tables/", pathNot: "^worker/db/tables/transcript-text\\.ts$" },
	},
	{
		name: "web imports nothing of the worker but contract",
		from: { path: "^web/" },
		to: { path: "^(?:worker|durable-objects|scripts|tests)/", pathNot: "^worker/contract/" },
	},
	{
		name: "web runs in a browser",
		from: { path: "^web/", pathNot: "^web/vite\\.config\\.ts$" },
		to: { dependencyTypes: ["core"] },
	},
	{
		name: "ui has no data: it imports neither api nor features",
		from: { path: "^web/ui/" },
		to: { path: "^web/(?:api|features)/" },
	},
	{ name: "api imports no feature", from: { path: "^web/api/" }, to: { path: "^web/features/" } },
	{
		name: "the worker imports of the web app its rendering alone",
		from: { path: "^(?:worker|durable-objects)/" },
		to: { path: "^web/", pathNot: "^web/server\\.tsx$" },
	},
	{
		name: "the product imports neither tests nor scripts",
		from: { path: PRODUCT },
		to: { path: "^(?:tests|scripts)/" },
	},
	{
		name: "the extension imports of the product contract alone",
		from: { path: "^extension/" },
		to: { path: "^(?:web|worker|durable-objects|scripts|tests)/", pathNot: "^worker/contract/" },
	},
	{
		name: "what features build on never imports a feature",
		from: { path: FOUNDATION },
		to: { path: "^worker/features/" },
	},
	{ name: "no file is part of a circle", from: { path: PRODUCT }, to: { circular: true } },
	{
		name: "every import leads somewhere",
		from: {},
		to: { couldNotResolve: true, pathNot: "^(?:cloudflare|node):" },
	},
];

/**
 * Rules for imports at run time, without type-only ones.
 *
 * @type {import("dependency-cruiser").IForbiddenRuleType[]}
 */
const RUN_TIME_RULES = [
	{
		name: "worker/index.ts alone imports durable-objects",
		from: { path: "^worker/", pathNot: "^worker/index\\.ts$" },
		to: { path: "^durable-objects/" },
	},
	{
		name: "web takes of a schema its type alone",
		from: { path: "^web/" },
		to: { path: "^worker/contract/", pathNot: WITHOUT_ZOD },
	},
	{
		name: "the extension's script in other sites' pages brings no zod",
		from: { path: "^extension/(?:content/|element|verdict|messages)" },
		to: {
			path: "node_modules/zod/|^worker/contract/|^extension/(?:answers|server|background|sign-in)",
			pathNot: WITHOUT_ZOD,
		},
	},
	{
		name: "what web takes values of brings no zod",
		from: { path: WITHOUT_ZOD },
		to: { path: "node_modules/zod/|^worker/contract/.*\\.ts$", pathNot: WITHOUT_ZOD },
	},
];

/** The names of all rules. */
export const RULES = [...IMPORT_RULES, ...RUN_TIME_RULES]
	.map(({ name }) => name)
	.concat(FEATURE_CIRCLES);

if (realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)) {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	const product = ["web", "worker", "durable-objects", "extension"];
	const { files, violations } = await findViolations(root, product);
	for (const { rule, from, to } of violations) console.error(`${from} → ${to}: ${rule}`);
	console.log(`Checked the imports of ${files} files.`);
	process.exitCode = violations.length > 0 ? 1 : 0;
}
