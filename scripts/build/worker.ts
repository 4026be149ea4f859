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
import { readMigrations } from "../data/migrations.ts";
import { hashSources, layout, workerSources } from "../layout.ts";
import { WorkerConfig } from "../server/runtime.ts";

const TARGET = "es2023";

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
		target: TARGET,
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

/** Reads wrangler.toml with wrangler's own code. Throws its errors, and errors about the shape. */
async function readWorkerConfig(path: string): Promise<WorkerConfig> {
	const wrangler = await import("wrangler");
	const config = wrangler.unstable_readConfig(
		{ config: path },
		{ hideWarnings: true },
	);
	const { workerOptions } = wrangler.unstable_getMiniflareWorkerOptions(config);
	return WorkerConfig.parse({
		name: config.name,
		compatibilityDate: config.compatibility_date,
		compatibilityFlags: config.compatibility_flags,
		durableObjects: workerOptions.durableObjects,
		databases: config.d1_databases.map(
			({ binding }: { binding: string }) => binding,
		),
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
export async function buildPages(): Promise<void> {
	const { build } = await import("esbuild");
	const { outputFiles } = await build({
		entryPoints: [layout.pagesEntry],
		outfile: layout.workerPages,
		absWorkingDir: layout.root,
		bundle: true,
		format: "esm",
		target: TARGET,
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

async function writeWhole(path: string, content: string | Uint8Array) {
	const partial = `${path}.${process.pid}`;
	await writeFile(partial, content);
	await rename(partial, path);
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

/** The specifier by which the unpdf library imports its copy of PDF.js. */
const PDF_JS = "unpdf/pdfjs";

/**
 * A form is a drawing that a page references by name. A form may reference ten others, and so on,
 * so every use counts as this much memory.
 */
const FORM_BYTES = 32 * 1_024;

/**
 * The places where PDF.js allocates memory for decompressed streams. PDF.js has no limit of its
 * own, and 2 MB of a PDF can decompress to gigabytes. Each place therefore calls
 * `reservePdfBytes` first (see pdf-text.ts), which throws if the limit is exceeded. Images are
 * never decompressed, because text extraction does not need them.
 */
const CHANGES: [code: string, bounded: string][] = [
	[
		"ensureBuffer(e){const n=this.buffer;if(e<=n.byteLength)return n;let s=this.minBufferLength;for(;s<e;)s*=2;",
		"ensureBuffer(e){const n=this.buffer;if(e<=n.byteLength)return n;let s=this.minBufferLength;for(;s<e;)s*=2;globalThis.reservePdfBytes(s-n.byteLength);",
	],
	// workerd decompresses a whole DecompressionStream before the first byte can be read, so PDF.js
	// uses its own code.
	[
		"get isAsync(){return this.#e}getBits(e)",
		"get isAsync(){return!1}getBits(e)",
	],
	[
		"const{readable:s,writable:i}=new DecompressionStream(e)",
		"const{readable:s,writable:i}=null",
	],
	// Brotli is very rare in PDFs and is decompressed in one piece.
	[
		"readBlock(){const e=this.stream.getBytes(),n=rb(",
		"readBlock(){if(this.eof=!0)return;const e=this.stream.getBytes(),n=rb(",
	],
	[
		'const al=i.state.clone(),Sr=new zl(al),rl=Bi(is.getArray("Matrix"),null);',
		`globalThis.reservePdfBytes(${FORM_BYTES});const al=i.state.clone(),Sr=new zl(al),rl=Bi(is.getArray("Matrix"),null);`,
	],
	["readBlock(){this.decodeImage()}", "readBlock(){this.eof=!0}"],
	["readBlock(){this.decodeImageFallback()}", "readBlock(){this.eof=!0}"],
];

/** Applies the changes. Throws if the code is not the version that the changes were made for. */
function boundPdf(code: string): string {
	return CHANGES.reduce((bounded, [from, to]) => {
		if (!bounded.includes(from))
			throw new Error(
				`PDF.js has changed: where does it unpack streams now? Not found: ${from}`,
			);
		return bounded.replaceAll(from, to);
	}, code);
}

/**
 * Puts PDF.js, with its memory use bounded, into a file beside the bundle. As a part of the bundle
 * it would be written with the white space that its authors have removed.
 */
const boundedPdf: Plugin = {
	name: "bounded-pdf",
	setup({ esbuild, onResolve, onLoad }) {
		const namespace = "bounded-pdf";
		onResolve({ filter: new RegExp(`^${PDF_JS}$`) }, () => ({
			path: "pdfjs.js",
			namespace,
		}));
		onLoad({ filter: /./, namespace }, async () => {
			const source = new URL(import.meta.resolve(PDF_JS));
			const { code } = await esbuild.transform(
				boundPdf(await readFile(source, "utf8")),
				{ minify: true, format: "esm", target: TARGET },
			);
			return { contents: code, loader: "copy" };
		});
	},
};
