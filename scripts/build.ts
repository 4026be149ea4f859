import { existsSync } from "node:fs";
import {
	mkdir,
	readdir,
	readFile,
	rename,
	rm,
	writeFile,
} from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, dirname, join } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";
import { boundedPdf } from "./bound-pdf.ts";
import { readMigrations } from "./data/migrations.ts";
import { writeFirstScreen } from "./first-screen.ts";
import {
	hashSources,
	layout,
	referenceSources,
	webSources,
	workerSources,
} from "./layout.ts";
import { isMain } from "./server/process.ts";
import { readWorkerConfig } from "./server/worker-config.ts";

type Part = {
	name: string;
	sources: string[];
	output: string;
	build: () => Promise<void>;
};

const parts = {
	worker: {
		name: "worker",
		sources: workerSources,
		output: layout.workerConfig,
		build: buildWorker,
	},
	pages: {
		name: "pages of the worker",
		sources: webSources,
		output: layout.workerPages,
		build: buildPages,
	},
	web: {
		name: "web app",
		sources: webSources,
		output: layout.webOutput,
		build: buildWeb,
	},
	reference: {
		name: "API reference",
		sources: referenceSources,
		output: layout.reference,
		build: buildReference,
	},
} satisfies Record<string, Part>;
type PartName = keyof typeof parts;

async function isFresh(part: Part, stamp_path: string, stamp: string) {
	const built = await readFile(stamp_path, "utf8").catch(() => null);
	return built === stamp && existsSync(part.output);
}

/**
 * Builds outputs that are older than their sources, and returns their names. Throws the
 * compilers' errors.
 */
export async function buildIfStale(
	wanted: PartName[] = ["worker", "pages", "web", "reference"],
): Promise<string[]> {
	const built: string[] = [];
	await mkdir(layout.dist, { recursive: true });
	for (const key of wanted) {
		const part = parts[key];
		const stamp_path = join(layout.dist, `${key}.stamp`);
		const stamp = await hashSources(layout.root, part.sources);
		if (await isFresh(part, stamp_path, stamp)) continue;
		await part.build();
		await writeFile(stamp_path, stamp);
		built.push(part.name);
	}
	return built;
}

/**
 * Moves `fresh` to `current`. If two builds of the same sources run at the same time, either
 * result may remain.
 */
async function swap(fresh: string, current: string): Promise<void> {
	const old = `${fresh}.old`;
	await rename(current, old).catch(() => {});
	await rename(fresh, current).catch((error: unknown) => {
		if (!existsSync(current)) throw error;
	});
	for (const rest of [old, fresh])
		await rm(rest, { recursive: true, force: true });
}

/**
 * Builds the web app into dist/web. The previous files are served until the new ones are
 * complete.
 */
async function buildWeb(): Promise<void> {
	const { build } = await import("vite");
	const fresh = join(layout.dist, `.web-${process.pid}`);
	await build({
		configFile: layout.viteConfig,
		logLevel: "warn",
		build: { outDir: fresh, emptyOutDir: true },
	});
	await writeFirstScreen(fresh);
	const { writeBookmarklet } = await import("./bookmarklet.ts");
	await writeBookmarklet(fresh);
	// The budget check reads it; it is not served.
	await rename(join(fresh, ".vite", "manifest.json"), layout.webManifest);
	await rm(join(fresh, ".vite"), { recursive: true });
	await swap(fresh, layout.webOutput);
}

async function writeWhole(path: string, content: string | Uint8Array) {
	const partial = `${path}.${process.pid}`;
	await writeFile(partial, content);
	await rename(partial, path);
}

/** A short hash of the worker's sources. */
async function buildName(): Promise<string> {
	return (await hashSources(layout.root, workerSources)).slice(0, 12);
}

/** How the worker is bundled: what is evaluated at its start, and modules that are loaded on demand. */
export async function workerOptions() {
	return {
		entryPoints: [{ in: layout.workerEntry, out: "index" }],
		outdir: dirname(layout.workerBundle),
		absWorkingDir: layout.root,
		bundle: true,
		format: "esm",
		target: "es2023",
		platform: "neutral",
		mainFields: ["module", "main"],
		conditions: ["workerd", "worker", "browser"],
		external: ["node:*", "cloudflare:*"],
		plugins: [nodeBuiltins, pagesBeside, boundedPdf],
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
			MIGRATIONS: JSON.stringify(
				readMigrations(layout.migrations).map(({ name }) => name),
			),
		},
		logLevel: "warning",
	} satisfies BuildOptions;
}

/**
 * Bundles the worker into dist/worker/index.js and writes the settings of wrangler.toml beside it.
 */
async function buildWorker(): Promise<void> {
	const { build } = await import("esbuild");
	const folder = dirname(layout.workerBundle);
	const options = await workerOptions();
	const { outputFiles } = await build({ ...options, write: false });
	// wrangler refuses a configuration whose assets do not exist yet.
	await mkdir(layout.webOutput, { recursive: true });
	const config = await readWorkerConfig(layout.wranglerConfig);
	await mkdir(folder, { recursive: true });
	for (const file of outputFiles) await writeWhole(file.path, file.contents);
	const written = new Set(outputFiles.map(({ path }) => basename(path)));
	for (const name of await readdir(folder))
		if (name.startsWith(CHUNK) && !written.has(name))
			await rm(join(folder, name), { force: true });
	await writeWhole(layout.workerConfig, JSON.stringify(config, null, "\t"));
}

/**
 * Bundles the web app's server rendering into a file beside the worker's bundle. The worker loads
 * it with the first page.
 */
async function buildPages(): Promise<void> {
	const { build } = await import("esbuild");
	const { outputFiles } = await build({
		entryPoints: [layout.pagesEntry],
		outfile: layout.workerPages,
		absWorkingDir: layout.root,
		bundle: true,
		format: "esm",
		target: "es2023",
		platform: "neutral",
		mainFields: ["module", "main"],
		conditions: ["workerd", "worker", "browser"],
		external: ["node:*"],
		plugins: [nodeBuiltins, productionRouter, wholePages, browserOnly],
		jsx: "automatic",
		define: { "process.env.NODE_ENV": '"production"' },
		minify: true,
		logLevel: "warning",
		write: false,
	});
	await mkdir(dirname(layout.workerPages), { recursive: true });
	for (const file of outputFiles) await writeWhole(file.path, file.contents);
}

/**
 * Writes the API description and its reference page as static files, so that the worker's bundle
 * contains neither the descriptions nor the code that converts schemas. The page's style sheet
 * gets the web app's fonts.
 */
async function buildReference(): Promise<void> {
	const [{ openApiDocument }, { referencePage }, { BUILT_ORIGIN }] =
		await Promise.all([
			import("#worker/openapi/document.ts"),
			import("#worker/openapi/reference-page.ts"),
			import("#worker/openapi/routes.ts"),
		]);
	const document = openApiDocument(BUILT_ORIGIN);
	const page = await referencePage(document);
	const folder = join(layout.webOutput, "api");
	await mkdir(folder, { recursive: true });
	const styles = join(layout.root, "web/public/reference.css");
	const files: Record<string, string> = {
		[join(layout.webOutput, "reference.css")]:
			(await fontFaces()) + (await readFile(styles, "utf8")),
		[join(folder, "docs.html")]: page.toString(),
		// Written last: if it exists, the other files do too.
		[layout.reference]: JSON.stringify(document),
	};
	for (const [path, text] of Object.entries(files)) await writeFile(path, text);
}

/** The web app's `@font-face` rules; empty before the first build of the app. */
async function fontFaces(): Promise<string> {
	const assets = join(layout.webOutput, "assets");
	const names = await readdir(assets).catch(() => []);
	const sheets = await Promise.all(
		names
			.filter((name) => name.endsWith(".css"))
			.map((name) => readFile(join(assets, name), "utf8")),
	);
	const faces = sheets.flatMap(
		(css) => css.match(/@font-face\{[^}]*\}/g) ?? [],
	);
	return [...new Set(faces), ""].join("\n");
}

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
			path: join(
				layout.root,
				"node_modules/react-router/dist/production/index.mjs",
			),
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
		build.onResolve({ filter: /^@base-ui\// }, ({ path }) => ({
			path,
			namespace,
		}));
		const members =
			/^#web\/features\/(?:accounts|dashboard|notifications|operations)\//;
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
			return kind === "require-call"
				? { path: name, namespace }
				: { path: name, external: true };
		});
		build.onLoad({ filter: /./, namespace }, ({ path }) => ({
			contents: `import builtin from "${path}";\nmodule.exports = builtin;`,
		}));
	},
};

if (isMain(import.meta.url)) {
	const built = await buildIfStale();
	console.log(
		built.length > 0
			? `Built the ${built.join(" and the ")}.`
			: "The build is up to date.",
	);
}
