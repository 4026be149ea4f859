import { setTimeout as sleep } from "node:timers/promises";
import { startWebWorld } from "#tests/support/fakes/web-sites.ts";

/** One request to the source, by its own clock; epoch milliseconds with fractions. */
type SourceCall = { started_at: number; ended_at: number };

export type SlowSource = {
	origin: string;
	/** What each answer takes. */
	delay_ms: number;
	calls: SourceCall[];
	close: () => Promise<void>;
};

/** Requests that the product makes of Wikipedia at once. */
const AT_ONCE = 3;
/** A search, its page's revision and the text, one after the other. */
const LOOKUPS_A_PAGE = 3;

/**
 * What searching and reading takes at least: all requests, so many at once, after which the last
 * statement is rated. For the first statement, the quickest requests for one page.
 */
export function lookupPath(calls: readonly SourceCall[]) {
	const times = calls
		.map(({ started_at, ended_at }) => ended_at - started_at)
		.sort((a, b) => a - b);
	const sum = (values: number[]) => values.reduce((all, it) => all + it, 0);
	const one_page_ms = sum(times.slice(0, LOOKUPS_A_PAGE));
	return { all_ms: Math.max(one_page_ms, sum(times) / AT_ONCE), one_page_ms };
}

const now = () => performance.timeOrigin + performance.now();

const PAGE = `<title>A pier</title><p>This pier of the harbour was 100 metres long, as the records show that were kept in 1800.</p><p>${"The harbour's books list what was built, and they are kept in the town's library. ".repeat(40)}</p>`;

/** Wikipedia with an article on each pier of the talks, which answers after a while. */
export async function startSlowSource(): Promise<SlowSource> {
	const world = await startWebWorld();
	const source: SlowSource = { origin: world.origin, delay_ms: 0, calls: [], close: world.close };
	world.serve(async (path, response) => {
		const started_at = now();
		response.on("close", () => source.calls.push({ started_at, ended_at: now() }));
		await sleep(source.delay_ms);
		const asked = new URL(path, world.origin).searchParams;
		const json = (body: unknown) =>
			response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
		const query = asked.get("q") ?? asked.get("titles");
		if (query === null)
			return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(PAGE);
		const [, pier = "0", harbour = "0"] = /pier (\d+) of harbour (\d+)/i.exec(query) ?? [];
		const title = `Pier ${pier} of harbour ${harbour}`;
		if (asked.has("q")) return json({ pages: [{ key: title, title }] });
		const revid = Number(harbour) * 1_000 + Number(pier);
		const revision = { revid, timestamp: "2024-05-01T00:00:00Z" };
		return json({ query: { pages: [{ revisions: [revision] }] } });
	});
	return source;
}
