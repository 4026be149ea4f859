import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { VideoId } from "#contract/ids.ts";
import type { Hit, KeptHits, KeptSearch, SourceQuery } from "#features/evidence/evidence-source.ts";
import { readHit, type SearchRequest, searchSources } from "#features/evidence/find-pages.ts";
import { createKeptPages } from "#features/evidence/reuse.ts";
import { createBrave } from "#features/evidence/web-search.ts";
import { createWikipedia } from "#features/evidence/wikipedia.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { fakeBrave, SEARCH_KEY } from "#tests/support/fakes/evidence-sources.ts";
import { type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { pageOpener, sourceContext } from "#tests/support/world/source-context.ts";

const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const TEXT = "The bridge across the river was opened in May 1932. ".repeat(12);
const NEWS = `<script type="application/ld+json">{"@type":"NewsArticle"}</script>`;

let web: WebWorld;
beforeAll(async () => {
	web = await startWebWorld();
});
afterAll(() => web.close());
beforeEach(() => {
	web.asked.length = 0;
});

/** A page with a version, whose site answers 304 if that is the one that is known. */
const versioned =
	(version: () => string, html: () => string): Site =>
	(path, response) => {
		if (path === "/robots.txt") return void response.writeHead(404).end();
		const etag = `"${version()}"`;
		const known = response.req.headers["if-none-match"] === etag;
		const headers = { "content-type": "text/html; charset=utf-8", etag };
		response.writeHead(known ? 304 : 200, headers).end(known ? "" : html());
	};

/** Reads one page again and again, as later analyses do. */
function aReader() {
	const clock = { now: START };
	const stored = new Map<string, Response>();
	const cache = {
		match: async (key: string) => stored.get(key)?.clone(),
		put: async (key: string, copy: Response) => void stored.set(key, copy),
	} as unknown as Pick<Cache, "match" | "put">;
	const read = (rules: string[] = []) => {
		const url = `${web.origin}/page`;
		const hit: Hit = {
			source: "brave",
			url,
			key: url,
			title: "",
			language: null,
			as_of: null,
			review: null,
		};
		const now = () => clock.now;
		const context = sourceContext(web, {
			now,
			openPage: pageOpener(web, createOutboundGate(), now),
			kept_pages: createKeptPages(() => cache, rules),
		});
		const wanted = [{ statement: 0, said: [], queries: ["bridge opening"] }];
		return readHit(
			[{ ...createWikipedia(web.origin), id: "brave", open: openAny }],
			{ hit, wanted, today: "2026-01-01", channel_name: null },
			context,
		);
	};
	return { clock, stored, read };
}
const openAny: ReturnType<typeof createWikipedia>["open"] = async ({ url }, { openPage }) => {
	const outcome = await openPage({ url, ask_robots: true });
	return outcome.ok
		? { ...outcome, api: {} }
		: { ok: false, reason: outcome.reason, status: outcome.status };
};
const asked = () => web.asked.filter(({ path }) => path === "/page");

describe("a page that another analysis has read", () => {
	it.each([
		["a page", 7, ""],
		["news", 1, NEWS],
	])("is used for days without a request: %s for %s", async (_, days, head) => {
		web.serve(
			versioned(
				() => "1",
				() => `${head}<p>${TEXT}`,
			),
		);
		const { clock, read } = aReader();
		const first = await read();
		expect(first).toMatchObject({ ok: true });
		clock.now = START + days * DAY_MS - 1;
		expect(await read()).toEqual(first);
		expect(asked()).toHaveLength(1);
		clock.now = START + days * DAY_MS;
		await read();
		expect(asked()).toHaveLength(2);
	});

	it("is used again if its site says that it is the same, with the day of that", async () => {
		web.serve(
			versioned(
				() => "1",
				() => `<p>${TEXT}`,
			),
		);
		const { clock, read } = aReader();
		const first = await read();
		clock.now = START + 8 * DAY_MS;
		const fetched_at = new Date(clock.now).toISOString();
		expect(await read()).toEqual({ ...first, fetched_at });
		expect(asked().map(({ status }) => status)).toEqual([200, 304]);
		clock.now += DAY_MS;
		await read();
		expect(asked()).toHaveLength(2);
	});

	it("is read anew if it has changed", async () => {
		let version = 1;
		web.serve(
			versioned(
				() => String(version),
				() => `<p>Version ${version}. ${TEXT}`,
			),
		);
		const { clock, read } = aReader();
		const first = await read();
		version = 2;
		clock.now = START + 8 * DAY_MS;
		const second = await read();
		expect(asked().map(({ status }) => status)).toEqual([200, 200]);
		expect(first.ok && first.facts.content_hash).not.toBe(second.ok && second.facts.content_hash);
	});

	it("is no page any more if it cannot be opened after that", async () => {
		web.serve(
			versioned(
				() => "1",
				() => `<p>${TEXT}`,
			),
		);
		const { clock, read } = aReader();
		await read();
		web.serve((path, response) => response.writeHead(path === "/robots.txt" ? 404 : 410).end());
		clock.now = START + 8 * DAY_MS;
		expect(await read()).toMatchObject({ ok: false, status: 410 });
	});

	it("is not found under other rules, nor after the clock was set back", async () => {
		web.serve(
			versioned(
				() => "1",
				() => `<p>${TEXT}`,
			),
		);
		const { clock, read } = aReader();
		await read();
		await read(["blocked.example.org"]);
		expect(asked()).toHaveLength(2);
		clock.now = START - DAY_MS;
		await read();
		expect(asked()).toHaveLength(3);
	});

	it("is opened if what is kept of it cannot be read", async () => {
		web.serve(
			versioned(
				() => "1",
				() => `<p>${TEXT}`,
			),
		);
		const { stored, read } = aReader();
		const first = await read();
		for (const key of stored.keys()) stored.set(key, new Response("{"));
		expect(await read()).toEqual(first);
		expect(asked()).toHaveLength(2);
	});
});

/** A request as far as it differs from another. */
type Steered = Partial<Omit<SearchRequest, "query">> & { query?: Partial<SourceQuery> };

/** Searches that are kept in memory, under keys as in the database. */
function keptHits(): KeptHits {
	const rows: KeptSearch[] = [];
	return {
		read: async (keys) => rows.filter(({ key }) => keys.includes(key)),
		write: async (made) => {
			const known = rows.findIndex((it) => it.key === made.key && it.source === made.source);
			rows.splice(known < 0 ? rows.length : known, 1, made);
		},
	};
}

describe("a search that another analysis has made", () => {
	const CLAIM = "The iron bridge at Coalport was opened in 1781.";
	/** What code makes of the claim. */
	const OWN = "Coalport 1781";
	const PLANNED = "iron bridge Coalport opening";
	const [VIDEO, OTHER] = [VideoId.parse("abcdefghijk"), VideoId.parse("bcdefghijkl")];

	const world = () => {
		const kept_hits = keptHits();
		const prices: number[] = [];
		const context = sourceContext(web, {
			kept_hits,
			paid: {
				priceOf: () => 0.005,
				reserve: async (_, __, { searches }) => prices.push(searches) > 0,
			},
		});
		const search = ({ query, ...request }: Steered) =>
			searchSources(
				[createBrave(web.origin, SEARCH_KEY)],
				{
					query: {
						neutral: PLANNED,
						opposing: null,
						kind: "other",
						time_sensitive: false,
						language: "en",
						said_on: "2024-05-01",
						...query,
					},
					sources: ["brave"],
					max_pages: 5,
					channel_name: null,
					run_id: "run",
					video_id: VIDEO,
					task: "search:0",
					claim: CLAIM,
					round: 1,
					afresh: false,
					...request,
				},
				context,
			);
		return { search, kept_hits, paid: () => prices.reduce((sum, it) => sum + it, 0) };
	};
	const urls = ({ hits }: { hits: readonly { url: string }[] }) => hits.map(({ url }) => url);
	const TRAP = "https://towertruth.example/";
	const BRIDGE = "https://bridges.example/coalport";
	beforeEach(() =>
		web.serve(
			fakeBrave([
				{ words: ["towertruth"], title: "", url: TRAP },
				{ words: ["coalport"], title: "", url: BRIDGE },
			]),
		),
	);

	it.each<[string, Steered]>([
		["a steered plan", { query: { neutral: "TowerTruth" } }],
		["a steered search against it", { query: { opposing: "TowerTruth wrong" } }],
		["a query that a page suggested", { round: 2, query: { neutral: "TowerTruth" } }],
		["a plan that finds nothing", { query: { neutral: "zzzz", opposing: "qqqq" } }],
		[
			"the plan of this video in other words",
			{ query: { neutral: "TowerTruth" }, video_id: VIDEO },
		],
	])("does not answer for another video: %s", async (_, steered) => {
		const { search } = world();
		await search({ video_id: OTHER, ...steered });
		for (const round of [1, 2] as const) {
			const { hits, searches } = await search({ round });
			expect(urls({ hits })).toEqual([BRIDGE]);
			expect(searches).toMatchObject([{ query: PLANNED, hits: 1 }]);
		}
	});

	it("answers for each video with the claim if code made the query of the claim alone", async () => {
		const { search, paid } = world();
		await search({ video_id: OTHER, query: { neutral: OWN } });
		expect(paid()).toBe(1);
		const { hits, searches } = await search({});
		expect(urls({ hits })).toEqual([BRIDGE]);
		expect(searches).toMatchObject([{ query: OWN, searched_at: expect.any(String) }]);
		expect(paid()).toBe(1);
	});

	it("takes the place of the plan's neutral query, not of what speaks against it", async () => {
		const { search, paid } = world();
		await search({ video_id: OTHER, query: { neutral: OWN } });
		const { searches } = await search({ query: { opposing: "Coalport bridge wrong" } });
		expect(searches.map(({ query }) => query)).toEqual([OWN, "Coalport bridge wrong"]);
		expect(paid()).toBe(2);
	});

	it("takes the place of no query if it found nothing", async () => {
		const { search } = world();
		await search({ video_id: OTHER, query: { neutral: OWN }, claim: CLAIM });
		web.serve(fakeBrave([]));
		await search({ video_id: OTHER, query: { neutral: OWN }, claim: CLAIM, afresh: true });
		web.serve(fakeBrave([{ words: ["opening"], title: "", url: BRIDGE }]));
		expect(urls(await search({}))).toEqual([BRIDGE]);
	});

	it("answers for the same query of the same video", async () => {
		const { search, paid } = world();
		const asked = { query: { opposing: "Coalport bridge wrong" } };
		const first = await search(asked);
		expect(urls(await search(asked))).toEqual(urls(first));
		expect(paid()).toBe(2);
	});

	it("answers for no analysis that searches afresh, and is replaced by it", async () => {
		const { search, paid } = world();
		await search({ query: { neutral: OWN } });
		const moved = "https://bridges.example/moved";
		web.serve(fakeBrave([{ words: ["coalport"], title: "", url: moved }]));
		expect(urls(await search({ query: { neutral: OWN }, afresh: true }))).toEqual([moved]);
		expect(urls(await search({ video_id: OTHER }))).toEqual([moved]);
		expect(paid()).toBe(2);
	});
});

it("A search that another analysis made names Wikipedia's pages as of the video's own day", async () => {
	const wikipedia = createWikipedia(web.origin);
	web.serve((_, response) => {
		const pages = [{ id: 1, key: "Bridge", title: "Bridge" }];
		response.end(JSON.stringify({ pages }));
	});
	const kept_hits = keptHits();
	const search = (said_on: string, plan: Partial<SourceQuery>) =>
		searchSources(
			[wikipedia],
			{
				query: {
					neutral: "claim",
					opposing: null,
					kind: "other",
					time_sensitive: true,
					language: "en",
					said_on,
					...plan,
				},
				sources: ["wikipedia"],
				max_pages: 5,
				channel_name: null,
				run_id: "run",
				video_id: VideoId.parse("abcdefghijk"),
				task: "search:0",
				claim: "A claim.",
				round: 1,
				afresh: false,
			},
			sourceContext(web, { kept_hits }),
		);
	const days = (answer: Awaited<ReturnType<typeof search>>) =>
		answer.hits.map(({ as_of }) => as_of);
	expect(days(await search("2024-05-01", {}))).toEqual(["2024-05-01", null]);
	web.asked.length = 0;
	expect(days(await search("2024-05-28", {}))).toEqual(["2024-05-28", null]);
	expect(days(await search("2024-05-28", { time_sensitive: false }))).toEqual([null]);
	expect(web.asked).toEqual([]);
});
