import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Manifest, pageWeights, weighRoutes } from "#scripts/checks/budgets.ts";
import { layout } from "#scripts/layout.ts";
import { bareApp } from "./bare-app.ts";
import { shown, timesShown } from "./figures.ts";
import type { Outcome } from "./outcome.ts";

/** What each route makes a browser fetch, compressed, against the libraries alone. */

const KB = 1_000;

export async function measureClient(): Promise<Outcome> {
	const manifest = Manifest.parse(JSON.parse(await readFile(layout.webManifest, "utf8")));
	const weigh = (file: string) => weightOf(readFileSync(join(layout.webOutput, file)));
	const bare = weightOf(await bareApp());
	const row = (scripts: number, more: number | null) => ({
		"scripts KB": shown(scripts / KB),
		"of the libraries": timesShown(scripts / bare),
		"more than the first route KB": more === null ? "" : shown(more / KB),
	});
	const pages = pageWeights(manifest, weigh);
	const [any] = pages;
	if (!any) throw new Error("The app has no pages.");
	const over = weighRoutes(manifest, weigh).filter(({ weight, limit }) => weight > limit);
	return {
		baseline: "react, react-dom, react-router-dom and swr alone, minified",
		table: {
			"the libraries alone": row(bare, null),
			"home, the first route": row(any.scripts - any.more, null),
			...Object.fromEntries(pages.map(({ name, scripts, more }) => [name, row(scripts, more)])),
		},
		missed: over.map(
			({ name, weight, limit }) => `${name}: ${shown(weight / KB)} KB, aim ${limit / KB} KB`,
		),
	};
}

function weightOf(content: Uint8Array): number {
	return gzipSync(content, { level: 9 }).byteLength;
}
