import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { MiniflareOptions, WorkerOptions } from "miniflare";
import * as z from "zod";
import { layout } from "../layout.ts";
import type { Address, Environment } from "./environment.ts";
import { StartError } from "./process.ts";

const Assets = z.looseObject({});

/**
 * The part of wrangler.toml that the local server needs. The build writes it, so that a start
 * does not have to load wrangler, which would more than double the start time.
 */
export const WorkerConfig = z.object({
	name: z.string(),
	compatibilityDate: z.string(),
	compatibilityFlags: z.array(z.string()),
	durableObjects: z.record(
		z.string(),
		z.object({ className: z.string(), useSQLite: z.boolean() }),
	),
	databases: z.array(z.string()),
	assets: z.object({
		binding: z.string(),
		routerConfig: Assets,
		assetConfig: Assets,
	}),
	crons: z.array(z.string()),
});
export type WorkerConfig = z.infer<typeof WorkerConfig>;

/** Reads wrangler.toml with wrangler's own code. Throws its errors, and errors about the shape. */
export async function readWorkerConfig(path: string): Promise<WorkerConfig> {
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

export async function readBuiltConfig(): Promise<WorkerConfig> {
	const text = await readFile(layout.workerConfig, "utf8").catch(() => {
		throw new StartError("The worker is not built. Run `npm run build`.");
	});
	return WorkerConfig.parse(JSON.parse(text));
}

/** The subfolders of the data folder; a later start finds the data by these names. */
export const persistence = (data_dir: string) => ({
	d1Persist: join(data_dir, "d1"),
	durableObjectsPersist: join(data_dir, "objects"),
});

/**
 * The embedded databases. Their names do not change when wrangler.toml gets the id of a real
 * database.
 */
export const databaseIds = (config: WorkerConfig) =>
	Object.fromEntries(config.databases.map((name) => [name, name]));

/** The module types by file extension, as wrangler chooses them. */
const MODULE_TYPES = {
	".js": "ESModule",
	".wasm": "CompiledWasm",
	".ttf": "Data",
} as const;

/**
 * Lists a built worker and the modules beside it. Without the list, Miniflare would parse the
 * whole bundle to find them, which would more than double the start time.
 */
export function listModules(entry: string): {
	modulesRoot: string;
	modules: {
		type: (typeof MODULE_TYPES)[keyof typeof MODULE_TYPES];
		path: string;
	}[];
} {
	const modulesRoot = dirname(entry);
	const others = readdirSync(modulesRoot).filter(
		(it) => it !== basename(entry),
	);
	const modules = [basename(entry), ...others].flatMap((name) => {
		const type = MODULE_TYPES[extname(name) as keyof typeof MODULE_TYPES];
		return type ? [{ type, path: join(modulesRoot, name) }] : [];
	});
	return { modulesRoot, modules };
}

/** The built worker, its database, objects and assets, as options for Miniflare. */
export function miniflareOptions(
	config: WorkerConfig,
	address: Address,
	data_dir: string,
	variables: Environment,
): MiniflareOptions & WorkerOptions {
	const bindings = Object.fromEntries(
		Object.entries(variables).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, value]],
		),
	);
	return {
		...address,
		...persistence(data_dir),
		name: config.name,
		// Only Cloudflare knows a request's country. Miniflare's default would request it from
		// Cloudflare's servers.
		cf: false,
		logRequests: false,
		rootPath: layout.root,
		...listModules(layout.workerBundle),
		compatibilityDate: config.compatibilityDate,
		compatibilityFlags: config.compatibilityFlags,
		bindings,
		d1Databases: databaseIds(config),
		durableObjects: config.durableObjects,
		assets: {
			...config.assets,
			directory: layout.webOutput,
			workerName: config.name,
		},
	};
}
