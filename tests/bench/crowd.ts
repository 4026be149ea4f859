import { readFile } from "node:fs/promises";
import { startEnteredProduct } from "#tests/support/world/entered-product.ts";
import type { FanOut } from "./fan-out.ts";
import { shown, timesShown } from "./figures.ts";
import type { Outcome, Size } from "./outcome.ts";
import { plainFanOut } from "./plain-fan-out.ts";
import { productFanOut } from "./product-fan-out.ts";

/**
 * One video's events with more viewers than its object pushes to: the others follow the run's log,
 * which the worker reads from the object for all of them.
 */

const VIEWERS = { short: [700], usual: [2_000, 10_000], large: [2_000, 10_000] };
const TOLD = { events: 20, pause_ms: 500 };
/** Requests a second from a worker to the object. */
const MOST_TAILS_A_SECOND = 1.2;
const MOST_KB = 60;

/** What the object was asked, as the entry around the worker counts it. */
type Asked = { streams: number; tails: number; tails_from_ms: number; tails_to_ms: number };

type Row = { viewers: number; ours: FanOut; plain: FanOut; asked: Asked };

export async function measureCrowd(size: Size): Promise<Outcome> {
	const entry = await readFile(new URL("../support/world/crowd-entry.js", import.meta.url), "utf8");
	const rows: Row[] = [];
	for (const viewers of VIEWERS[size]) {
		const told = { ...TOLD, viewers };
		const counts: Asked[] = [];
		const { fanned, data } = await productFanOut(told, {
			start: (env) =>
				startEnteredProduct(entry, { LIMIT_STREAMS: "0", LOG_LEVEL: "error", ...env }),
			beforeStop: async ({ url }) => {
				counts.push(await (await fetch(`${url}/_asked`)).json());
			},
		});
		const [asked] = counts;
		if (!asked) throw new Error("The object's requests were not counted.");
		const plain = await plainFanOut({ ...told, data });
		rows.push({ viewers, ours: fanned, plain, asked });
	}
	return {
		baseline: "a plain Node server that sends the same events",
		table: Object.fromEntries(
			rows.map(({ viewers, ours, plain, asked }) => [
				`${viewers} viewers`,
				{
					"streams of the object": asked.streams,
					"its tails a second": shown(tailsASecond(asked)),
					"KB a viewer": shown(ours.viewer_kb),
					"of plain Node": timesShown(ours.viewer_kb / plain.viewer_kb),
					"fan-out p99 ms": shown(ours.p99_ms),
					events: ours.events,
					lost: ours.lost,
					doubled: ours.doubled,
				},
			]),
		),
		missed: rows.flatMap(shortcomings),
	};
}

function tailsASecond({ tails, tails_from_ms, tails_to_ms }: Asked): number {
	return tails < 2 ? 0 : ((tails - 1) * 1_000) / Math.max(1, tails_to_ms - tails_from_ms);
}

function shortcomings({ viewers, ours, asked }: Row): string[] {
	const missed: string[] = [];
	if (ours.lost + ours.doubled > 0)
		missed.push(`${ours.lost} events lost and ${ours.doubled} doubled`);
	if (tailsASecond(asked) > MOST_TAILS_A_SECOND)
		missed.push(
			`ask the object ${shown(tailsASecond(asked))} times a second, aim ${MOST_TAILS_A_SECOND}`,
		);
	if (ours.viewer_kb > MOST_KB)
		missed.push(`take ${shown(ours.viewer_kb)} KB each, aim ${MOST_KB}`);
	return missed.map((text) => `${viewers} viewers: ${text}`);
}
