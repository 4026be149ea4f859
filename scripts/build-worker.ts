import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { hashSources } from "./hash-sources.ts";
import { layout, workerSources } from "./layout.ts";
import { readMigrations } from "./migrations.ts";
import { nodeBuiltins } from "./node-builtins.ts";
import { readWorkerConfig } from "./worker-config.ts";

async function writeWhole(path: string, content: string | Uint8Array) {
	const partial = `${path}.${process.pid}`;
	await writeFile(partial, content);
	await rename(partial, path);
}

/** A short name that changes with the worker's sources. */
async function buildName(): Promise<string> {
	return (await hashSources(layout.root, workerSources)).slice(0, 12);
}

/** Bundles the worker into dist/worker/index.js, with what wrangler.toml says of it beside. */
export async function buildWorker(): Promise<void> {
	const { build } = await import("esbuild");
	const { outputFiles } = await build({
		entryPoints: [layout.workerEntry],
		outfile: layout.workerBundle,
		absWorkingDir: layout.root,
		bundle: true,
		format: "esm",
		target: "es2023",
		platform: "neutral",
		mainFields: ["module", "main"],
		conditions: ["workerd", "worker", "browser"],
		external: ["node:*", "cloudflare:*"],
		plugins: [nodeBuiltins],
		// Modules of their own beside the bundle: code may not be compiled at run time, and what
		// few requests need is read when one needs it.
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
		write: false,
	});
	// wrangler refuses to read a configuration whose assets are not there yet.
	await mkdir(layout.webOutput, { recursive: true });
	const config = await readWorkerConfig(layout.wranglerConfig);
	await mkdir(dirname(layout.workerBundle), { recursive: true });
	for (const file of outputFiles) await writeWhole(file.path, file.contents);
	await writeWhole(layout.workerConfig, JSON.stringify(config, null, "\t"));
}
