import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { layout } from "./layout.ts";

/** Puts `fresh` where `current` is. Of two builds of the same sources at once, one stays. */
async function swap(fresh: string, current: string): Promise<void> {
	const old = `${fresh}.old`;
	await rename(current, old).catch(() => {});
	await rename(fresh, current).catch((error: unknown) => {
		if (!existsSync(current)) throw error;
	});
	for (const rest of [old, fresh])
		await rm(rest, { recursive: true, force: true });
}

/** Builds the web app into dist/web; the running app's files stay until the new ones are whole. */
export async function buildWeb(): Promise<void> {
	const { build } = await import("vite");
	const fresh = join(layout.dist, `.web-${process.pid}`);
	await build({
		configFile: layout.viteConfig,
		logLevel: "warn",
		build: { outDir: fresh, emptyOutDir: true },
	});
	// For the budgets' check; not something to serve.
	await rename(join(fresh, ".vite", "manifest.json"), layout.webManifest);
	await rm(join(fresh, ".vite"), { recursive: true });
	await swap(fresh, layout.webOutput);
}
