import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, dirname, join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { readMigrations } from "../data/migrations.ts";
import { hashSources, layout, workerSources } from "../layout.ts";
import { WorkerConfig } from "../server/runtime.ts";

const BUNDLE = {
	absWorkingDir: layout.root,
	bundle: true,
	format: "esm",
	target: "es2023",
	logLevel: "warning",
	write: false,
} satisfies BuildOptions;

/** Node's modules are left to workerd. */
const FOR_WORKERD = {
	...BUNDLE,
	platform: "neutral",
	mainFields: ["module", "main"],
	conditions: ["workerd", "worker", "browser"],
	external: ["node:*"],
} satisfies BuildOptions;

/** A short hash of the worker's sources. */
async function buildName(): Promise<string> {
	return (await hashSources(layout.root, workerSources)).slice(0, 12);
}

/** How the worker is bundled: what is evaluated at its start, and modules that are loaded on demand. */
export async function workerOptions() {
	return {
		...FOR_WORKERD,
		entryPoints: [{ in: layout.workerEntry, out: "index" }],
		outdir: dirname(layout.workerBundle),
		external: ["node:*", "cloudflare:*"],
		plugins: [nodeBuiltins, pagesBeside],
		// What is imported on demand becomes a module of its own, which workerd evaluates when it is
		// first imported.
		splitting: true,
		chunkNames: `${CHUNK}[name]-[hash]`,
		// workerd cannot compile WebAssembly at run time.
		loader: { ".wasm": "copy", ".ttf": "copy" },
		assetNames: "[name]",
		minify: false,
		sourcemap: true,
		define: {
			WORKER_BUILD: JSON.stringify(await buildName()),
			MIGRATIONS: JSON.stringify(readMigrations(layout.migrations).map(({ name }) => name)),
		},
	} satisfies BuildOptions;
}

/** Reads wrangler.toml with wrangler's own code. Throws its errors, and errors about the shape. */
async function readWorkerConfig(path: string): Promise<WorkerConfig> {
	const wrangler = await import("wrangler");
	const config = wrangler.unstable_readConfig({ config: path }, { hideWarnings: true });
	const { workerOptions } = wrangler.unstable_getMiniflareWorkerOptions(config);
	return WorkerConfig.parse({
		name: config.name,
		compatibilityDate: config.compatibility_date,
		compatibilityFlags: config.compatibility_flags,
		durableObjects: workerOptions.durableObjects,
		databases: config.d1_databases.map(({ binding }: { binding: string }) => binding),
		assets: workerOptions.assets,
		crons: config.triggers.crons ?? [],
	});
}

/**
 * Bundles the worker into dist/worker/index.js and writes the settings of wrangler.toml beside it.
 */
export async function buildWorker(): Promise<void> {
	const { build } = await import("esbuild");
	const folder = dirname(layout.workerBundle);
	const { outputFiles } = await build(await workerOptions());
	// wrangler refuses a configuration whose assets do not exist yet.
	await mkdir(layout.webOutput, { recursive: true });
	const config = await readWorkerConfig(layout.wranglerConfig);
	for (const file of outputFiles) await writeWhole(file.path, file.contents);
	const current = new Set(
		[...outputFiles.map(({ path }) => path), layout.workerPages].map((path) => basename(path)),
	);
	for (const name of await readdir(folder))
		if (MODULE.test(name) && !current.has(name)) await rm(join(folder, name), { force: true });
	await writeWhole(layout.workerConfig, JSON.stringify(config, null, "\t"));
}

/**
 * Bundles the web app's server rendering into a file beside the worker's bundle. The worker loads
 * it with the first page.
 */
export async function buildPages(): Promise<void> {
	const { build } = await import("esbuild");
	const { outputFiles } = await build({
		...FOR_WORKERD,
		entryPoints: [layout.pagesEntry],
		outfile: layout.workerPages,
		plugins: [nodeBuiltins, productionRouter, wholePages, browserOnly],
		jsx: "automatic",
		define: { "process.env.NODE_ENV": '"production"' },
		minify: true,
	});
	for (const file of outputFiles) await writeWhole(file.path, file.contents);
}

/**
 * Bundles what reads PDF documents, library included: the worker for Cloudflare, and the script
 * that `npm start` runs in a process for each document. White space would double its size.
 */
export async function buildPdfReader(): Promise<void> {
	const { build } = await import("esbuild");
	const worker = build({
		...FOR_WORKERD,
		entryPoints: [layout.pdfWorkerEntry],
		outfile: layout.pdfWorker,
		plugins: [nodeBuiltins],
		minify: true,
	});
	const child = build({
		...BUNDLE,
		entryPoints: [layout.pdfChildEntry],
		outfile: layout.pdfChild,
		platform: "node",
		minify: true,
	});
	const built = await Promise.all([worker, child]);
	for (const { path, contents } of built.flatMap(({ outputFiles }) => outputFiles))
		await writeWhole(path, contents);
}

async function writeWhole(path: string, content: string | Uint8Array) {
	const partial = `${path}.${process.pid}`;
	await mkdir(dirname(path), { recursive: true });
	await writeFile(partial, content);
	await rename(partial, path);
}

/** What an earlier build has left would be started and uploaded too. */
const MODULE = /\.(?:js|wasm|ttf|map)$/;

/** The names of the modules that are loaded on demand begin with this. */
const CHUNK = "part-";

/** The specifier by which the worker imports the web app's pages. */
const PAGES = "#web/server.tsx";

/** Leaves the import of the pages to the runtime, which finds their file beside the bundle. */
const pagesBeside: Plugin = {
	name: "pages-beside",
	setup(build) {
		build.onResolve({ filter: new RegExp(`^${PAGES}$`) }, () => ({
			path: `./${basename(layout.workerPages)}`,
			external: true,
		}));
	},
};

/** By default, bundlers get the package's development build with warnings. */
const productionRouter: Plugin = {
	name: "production-router",
	setup(build) {
		build.onResolve({ filter: /^react-router$/ }, () => ({
			path: join(layout.root, "node_modules/react-router/dist/production/index.mjs"),
		}));
	},
};

/** By default, workers get the package's renderer of streams too. */
const wholePages: Plugin = {
	name: "whole-pages",
	setup(build) {
		build.onResolve({ filter: /^react-dom\/server$/ }, () => ({
			path: join(
				layout.root,
				"node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
			),
		}));
	},
};

/** Leaves out components that no public page shows before a click: dialogs, menus, members' pages. */
const browserOnly: Plugin = {
	name: "browser-only",
	setup(build) {
		const namespace = "browser-only";
		build.onResolve({ filter: /^@base-ui\// }, ({ path }) => ({ path, namespace }));
		const members = /^#web\/features\/(?:accounts|dashboard|notifications|operations)\//;
		build.onResolve({ filter: members }, ({ path, kind }) =>
			kind === "dynamic-import" ? { path, namespace } : undefined,
		);
		build.onLoad({ filter: /./, namespace: "browser-only" }, () => ({
			contents: "module.exports = {};",
		}));
	},
};

const namespace = "required-builtin";

/**
 * Lets packages written for Node run in workerd, which provides Node's modules only under "node:"
 * names and only through `import`. "crypto" gets the prefix, and a `require` call gets a module
 * that does the import.
 */
export const nodeBuiltins: Plugin = {
	name: "node-builtins",
	setup(build) {
		const names = builtinModules.filter(
			(name) => !name.startsWith("_") && !name.startsWith("node:"),
		);
		const filter = new RegExp(`^(node:)?(${names.join("|")})$`);
		build.onResolve({ filter }, ({ path, kind }) => {
			const name = path.startsWith("node:") ? path : `node:${path}`;
			return kind === "require-call" ? { path: name, namespace } : { path: name, external: true };
		});
		build.onLoad({ filter: /./, namespace }, ({ path }) => ({
			contents: `import builtin from "${path}";\nmodule.exports = builtin;`,
		}));
	},
};
