import * as z from "zod";

const Assets = z.looseObject({});

/**
 * What the local server needs of wrangler.toml. The build writes it, so that a start need not
 * load wrangler, which takes longer than the rest of the start.
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

/** Reads wrangler.toml as wrangler itself reads it. Throws what wrangler or the shape complains about. */
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
