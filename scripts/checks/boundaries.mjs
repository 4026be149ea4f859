import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import { IMPORT_RULES, RUN_TIME_RULES } from "./boundary-rules.mjs";

/**
 * Prints every import that breaks a rule of the house, and fails if there is one. Plain
 * JavaScript, because a loader between Node and the swc parser breaks the latter.
 */

const swc = createRequire(import.meta.url)("@swc/core");
const parse = swc.parseFileSync;

const namesTypesAlone = ({ type, typeOnly, specifiers = [] }) =>
	type === "ImportDeclaration" &&
	(typeOnly ||
		(specifiers.length > 0 && specifiers.every((name) => name.isTypeOnly)));

/**
 * dependency-cruiser asks swc for TypeScript without JSX, whatever the file is called, and does
 * not see from its answer which imports are of types alone.
 */
function parseWith({ types }) {
	swc.parseFileSync = (file, options) => {
		const tsx = file.endsWith(".tsx");
		const { body, ...rest } = parse(file, { ...options, tsx });
		return {
			...rest,
			body: types ? body : body.filter((node) => !namesTypesAlone(node)),
		};
	};
}

/** The feature that a file is part of; undefined elsewhere. */
const featureOf = (path) => /^(?:worker|web)\/features\/[^/]+/.exec(path)?.[0];

/**
 * Imports by which a feature needs one that needs it in turn, though no file does. The library
 * knows circles of files and of nested folders, not of folders drawn together.
 */
function featureCircles(modules) {
	const crossings = modules.flatMap(({ source, dependencies }) =>
		dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
	);
	const needs = new Map();
	for (const { from, to } of crossings) {
		const [own, other] = [featureOf(from), featureOf(to)];
		if (own && other && own !== other)
			needs.set(own, (needs.get(own) ?? new Set()).add(other));
	}
	const reaches = (start, end, seen = new Set()) => {
		if (start === end) return true;
		if (seen.has(start)) return false;
		seen.add(start);
		return [...(needs.get(start) ?? [])].some((it) => reaches(it, end, seen));
	};
	return crossings.filter(({ from, to }) => {
		const [own, other] = [featureOf(from), featureOf(to)];
		return own && other && own !== other && reaches(other, own);
	});
}

async function judge(root, folders, forbidden) {
	const { output } = await cruise(folders, {
		baseDir: root,
		validate: true,
		ruleSet: { forbidden },
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

/** How many files stand below `root`, and what their imports break: `{rule, from, to}` each. */
export async function findViolations(root, folders) {
	parseWith({ types: true });
	const all = await judge(root, folders, IMPORT_RULES);
	parseWith({ types: false });
	const running = await judge(root, folders, RUN_TIME_RULES);
	return {
		files: all.modules.filter(({ source }) => /\.tsx?$/.test(source)).length,
		violations: [
			...[all, running].flatMap(({ summary }) =>
				summary.violations.map(({ rule, from, to }) => ({
					rule: rule.name,
					from,
					to,
				})),
			),
			...featureCircles(running.modules).map((crossing) => ({
				rule: "features form no circle",
				...crossing,
			})),
		],
	};
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const root = fileURLToPath(new URL("../..", import.meta.url));
	const product = ["web", "worker", "durable-objects"];
	const { files, violations } = await findViolations(root, product);
	for (const { rule, from, to } of violations)
		console.error(`${from} → ${to}: ${rule}`);
	console.log(`Checked the imports of ${files} files.`);
	process.exitCode = violations.length > 0 ? 1 : 0;
}
