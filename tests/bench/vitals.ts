import "#scripts/server/runtime.ts";
import { aFullTalk } from "#tests/support/fixtures/checked-talks.ts";
import { startBrowser } from "#tests/support/world/browser.ts";
import { measureVitals, type Vitals } from "#tests/support/world/measure-vitals.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { published } from "#tests/support/world/signed-in.ts";
import { paths } from "#web/paths.ts";
import { BARE_PAGE, bareApp } from "./bare-app.ts";
import { startEdgeServer } from "./edge-server.ts";
import { byTurns, median, timesShown } from "./figures.ts";
import type { Cells, Outcome, Size } from "./outcome.ts";

/** Home and a full report on a slow phone, by turns with a page of the libraries alone. */

const ROUNDS = { short: 1, usual: 3, large: 7 };
const BARE = "the libraries alone";
/** Of the bare page's. */
const LCP_AIM = 0.8;
/** From the start on: the bare page paints when its script has run, and blocks nothing after that. */
const BLOCKED_AIM = 1.2;
const CLS_AIM = 0.01;

export async function measurePaints(size: Size): Promise<Outcome> {
	const [browser, product, script] = await Promise.all([startBrowser(), startProduct(), bareApp()]);
	const edge = await startEdgeServer(product.url, {
		"/bare": { type: "text/html; charset=utf-8", body: BARE_PAGE },
		"/bare.js": { type: "text/javascript", body: script },
	});
	try {
		const talk = aFullTalk("How harbour walls are built, and why they last");
		const { video_id } = await published(product, talk);
		const pages = {
			[BARE]: "/bare",
			home: paths.home(),
			"a report of 24 statements": paths.results(video_id),
		};
		const taken = await byTurns(
			ROUNDS[size],
			Object.values(pages).map((path) => () => measureVitals(browser, edge.url + path)),
		);
		const [bare = [], ...ours] = taken;
		const names = Object.keys(pages);
		return {
			baseline:
				"a page of react, react-dom, react-router-dom and swr alone, on a slow phone and network",
			table: Object.fromEntries(taken.map((rounds, at) => [names[at], cells(rounds, bare)])),
			missed: ours.flatMap((rounds, at) => shortcomings(names[at + 1] ?? "", rounds, bare)),
		};
	} finally {
		await browser.close();
		await edge.stop();
		await product.stop();
	}
}

/** What no round achieved. */
function shortcomings(page: string, rounds: Vitals[], bare: Vitals[]): string[] {
	const never = (met: (ours: Vitals, floor: Vitals) => boolean) =>
		!rounds.some((ours, at) => {
			const floor = bare[at];
			return floor !== undefined && met(ours, floor);
		});
	return [
		...(never((ours, floor) => ours.lcp_ms <= LCP_AIM * floor.lcp_ms)
			? [`paints ${rounds[0]?.lcp_of} late, aim ${LCP_AIM} × the bare page's`]
			: []),
		...(never((ours, floor) => ours.blocked_ms <= BLOCKED_AIM * floor.blocked_ms)
			? [`keeps presses waiting, aim ${BLOCKED_AIM} × the bare page's`]
			: []),
		...(never(({ cls }) => cls <= CLS_AIM) ? [`moves ${rounds[0]?.cls_of}, aim ${CLS_AIM}`] : []),
	].map((text) => `${page}: ${text}`);
}

function cells(rounds: Vitals[], bare: Vitals[]): Cells {
	const middle = (of: (vitals: Vitals) => number) => median(rounds.map(of));
	const seconds = (of: (vitals: Vitals) => number) => (middle(of) / 1_000).toFixed(2);
	const ratio = (of: (vitals: Vitals) => number) => {
		const ratios = rounds.flatMap((ours, at) => {
			const floor = bare[at];
			return floor && of(floor) > 0 ? [of(ours) / of(floor)] : [];
		});
		return ratios.length ? timesShown(median(ratios)) : "";
	};
	return {
		"FCP s": seconds((it) => it.fcp_ms),
		"LCP s": seconds((it) => it.lcp_ms),
		"LCP, of the bare page's": ratio((it) => it.lcp_ms),
		"TBT ms": Math.round(middle((it) => it.tbt_ms)),
		"blocked ms": Math.round(middle((it) => it.blocked_ms)),
		"blocked, of the bare page's": ratio((it) => it.blocked_ms),
		"longest task ms": Math.round(middle((it) => it.longest_task_ms)),
		CLS: middle((it) => it.cls).toFixed(3),
		"scripts KB": (middle((it) => it.script_bytes) / 1_000).toFixed(1),
	};
}
