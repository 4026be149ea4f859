import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildReference } from "./build-reference.ts";
import { buildWeb } from "./build-web.ts";
import { buildWorker } from "./build-worker.ts";
import { hashSources } from "./hash-sources.ts";
import {
	layout,
	referenceSources,
	webSources,
	workerSources,
} from "./layout.ts";

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
export type PartName = keyof typeof parts;

async function isFresh(part: Part, stamp_path: string, stamp: string) {
	const built = await readFile(stamp_path, "utf8").catch(() => null);
	return built === stamp && existsSync(part.output);
}

/**
 * Builds what its sources have outdated and answers what that was, in words. Throws what the
 * compilers throw.
 */
export async function buildIfStale(
	wanted: PartName[] = ["worker", "web", "reference"],
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
