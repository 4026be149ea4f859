import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MiniflareOptions } from "miniflare";
import { layout } from "./layout.ts";
import type { Environment } from "./read-environment.ts";
import type { Address } from "./server-address.ts";
import { StartError } from "./start-error.ts";
import { WorkerConfig } from "./worker-config.ts";

export async function readBuiltConfig(): Promise<WorkerConfig> {
	const text = await readFile(layout.workerConfig, "utf8").catch(() => {
		throw new StartError("The worker is not built. Run `npm run build`.");
	});
	return WorkerConfig.parse(JSON.parse(text));
}

/** Where the data folder keeps what; the names are part of what a start finds again. */
export const persistence = (data_dir: string) => ({
	d1Persist: join(data_dir, "d1"),
	durableObjectsPersist: join(data_dir, "objects"),
});

/** The embedded databases, under names that stay when wrangler.toml gets a real database's id. */
export const databaseIds = (config: WorkerConfig) =>
	Object.fromEntries(config.databases.map((name) => [name, name]));

/** The built worker, its database, objects and assets, as Miniflare takes them. */
export function miniflareOptions(
	config: WorkerConfig,
	address: Address,
	data_dir: string,
	variables: Environment,
): MiniflareOptions {
	const bindings = Object.fromEntries(
		Object.entries(variables).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, value]],
		),
	);
	return {
		...address,
		...persistence(data_dir),
		name: config.name,
		// Only Cloudflare knows a request's country and the like; the default would ask its servers.
		cf: false,
		logRequests: false,
		rootPath: layout.root,
		modules: true,
		// What the build leaves beside the bundle, of the kinds that wrangler takes it for.
		modulesRules: [
			{ type: "CompiledWasm", include: ["**/*.wasm"] },
			{ type: "Data", include: ["**/*.ttf"] },
		],
		scriptPath: layout.workerBundle,
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
