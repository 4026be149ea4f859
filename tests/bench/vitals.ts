import "#scripts/server/runtime.ts";
import { aTalk } from "#tests/support/fixtures/screen-contents.ts";
import { startBrowser } from "#tests/support/world/browser.ts";
import {
	measureVitals,
	type Vitals,
} from "#tests/support/world/measure-vitals.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";
import { paths } from "#web/paths.ts";
import type { Cells, Outcome } from "./outcome.ts";

/** Measures home and results as a slow phone sees them, and fails where an aim is missed. */

const ROUNDS = 3;
const LCP_AIM_MS = 2_000;
const CLS_AIM = 0.02;
const TBT_AIM_MS = 200;

function middle(rounds: Vitals[]): Vitals {
	const sorted = [...rounds].sort((a, b) => a.lcp_ms - b.lcp_ms);
	const [measured] = sorted.slice(Math.floor(sorted.length / 2));
	if (!measured) throw new Error("Nothing was measured.");
	return measured;
}

function shortcomings(page: string, vitals: Vitals): string[] {
	const missed = [];
	if (vitals.lcp_ms > LCP_AIM_MS)
		missed.push(`paints ${vitals.lcp_of} late, aim ${LCP_AIM_MS} ms`);
	if (vitals.cls > CLS_AIM)
		missed.push(`moves ${vitals.cls_of}, aim ${CLS_AIM}`);
	if (vitals.tbt_ms > TBT_AIM_MS)
		missed.push(`keeps presses waiting, aim ${TBT_AIM_MS} ms`);
	return missed.map((text) => `${page}: ${text}`);
}

export async function measurePaints(): Promise<Outcome> {
	const [browser, product] = await Promise.all([
		startBrowser(),
		startProduct(),
	]);
	try {
		const { video_id } = await published(product, aTalk());
		const pages = { home: paths.home(), results: paths.results(video_id) };
		const rows: { name: string; vitals: Vitals }[] = [];
		for (const [name, path] of Object.entries(pages)) {
			const rounds = [];
			for (let round = 0; round < ROUNDS; round++)
				rounds.push(await measureVitals(browser, product.url + path));
			rows.push({ name, vitals: middle(rounds) });
		}
		return {
			baseline: "what a slow phone and a slow network allow",
			table: Object.fromEntries(
				rows.map(({ name, vitals }) => [name, cells(vitals)]),
			),
			missed: rows.flatMap(({ name, vitals }) => shortcomings(name, vitals)),
			growth: [],
		};
	} finally {
		await browser.close();
		await product.stop();
	}
}

function cells(vitals: Vitals): Cells {
	return {
		"LCP s": (vitals.lcp_ms / 1_000).toFixed(2),
		CLS: vitals.cls.toFixed(3),
		"TBT ms": Math.round(vitals.tbt_ms),
		"scripts KB": (vitals.script_bytes / 1_000).toFixed(1),
	};
}
