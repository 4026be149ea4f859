import type { FanOut } from "./fan-out.ts";
import { shown, timesShown } from "./figures.ts";
import type { Cells, Outcome, Size } from "./outcome.ts";
import { plainFanOut } from "./plain-fan-out.ts";
import { productFanOut } from "./product-fan-out.ts";

/** One video's events with more and more viewers, against a plain Node server that tells the same. */

const SIZES = {
	short: { viewers: [20], events: 4, pause_ms: 100 },
	usual: { viewers: [100, 500, 2_000], events: 20, pause_ms: 250 },
	large: { viewers: [100, 500, 2_000, 5_000], events: 30, pause_ms: 500 },
};
/** A person does not notice less. */
const LATE_MOST_MS = 250;
/** The usual MAX_PUSHED_VIEWERS. Further viewers follow the log's tail, which is read every second. */
const PUSHED = 500;
const TAIL_MS = 1_000;
/** Where it is later than that, as times the plain server's. */
const MOST_TIMES = 4;

type Row = { viewers: number; ours: FanOut; plain: FanOut };

export async function measureStreams(size: Size): Promise<Outcome> {
	const rows: Row[] = [];
	for (const viewers of SIZES[size].viewers) {
		const told = { ...SIZES[size], viewers };
		const { fanned, data } = await productFanOut(told);
		rows.push({ viewers, ours: fanned, plain: await plainFanOut({ ...told, data }) });
	}
	return {
		baseline: "a plain Node server that sends the same events",
		table: Object.fromEntries(
			rows.flatMap(({ viewers, ours, plain }) => [
				[`${viewers} viewers`, cells(ours, plain)],
				[`${viewers} viewers, plain Node`, cells(plain, null)],
			]),
		),
		missed: rows.flatMap(shortcomings),
	};
}

function cells(it: FanOut, plain: FanOut | null): Cells {
	return {
		"fan-out p50 ms": shown(it.p50_ms),
		"fan-out p99 ms": shown(it.p99_ms),
		"p99 of plain Node": plain ? timesShown(it.p99_ms / plain.p99_ms) : "",
		"since its cause p50 ms": shown(it.late_p50_ms),
		"since its cause p99 ms": shown(it.late_p99_ms),
		"KB a viewer": shown(it.viewer_kb),
		events: it.events,
		lost: it.lost,
		doubled: it.doubled,
	};
}

function shortcomings({ viewers, ours, plain }: Row): string[] {
	const missed: string[] = [];
	if (ours.lost + ours.doubled > 0)
		missed.push(`${ours.lost} events lost and ${ours.doubled} doubled`);
	const latest_ms = LATE_MOST_MS + (viewers > PUSHED ? TAIL_MS : 0);
	if (ours.p99_ms > Math.max(latest_ms, plain.p99_ms * MOST_TIMES))
		missed.push(`reach the last after ${shown(ours.p99_ms)} ms`);
	return missed.map((text) => `${viewers} viewers: ${text}`);
}
