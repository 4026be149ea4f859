import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildIfStale } from "./build-if-stale.ts";
import { layout } from "./layout.ts";
import { Manifest, weighRoutes, weightTable } from "./weigh-routes.ts";

/** Prints what the pages weigh, and fails if one is over its budget. */

await buildIfStale(["web"]);
const manifest = Manifest.parse(
	JSON.parse(await readFile(layout.webManifest, "utf8")),
);
const weights = weighRoutes(
	manifest,
	(file) =>
		gzipSync(readFileSync(join(layout.webOutput, file)), { level: 9 })
			.byteLength,
);
for (const line of weightTable(weights)) console.log(line);
process.exitCode = weights.some(({ weight, limit }) => weight > limit) ? 1 : 0;
