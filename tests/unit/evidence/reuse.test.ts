import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Hit, KeptHits, KeptSearch, SourceQuery } from "#features/evidence/evidence-source.ts";
import { readHit, searchSources } from "#features/evidence/find-pages.ts";
import { createKeptPages } from "#features/evidence/reuse.ts";
import { createWikipedia } from "#features/evidence/wikipedia.ts";
import { claimKey, saidClaimKey } from "#features/statements/claim-key.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { pageOpener, sourceContext } from "#tests/support/world/source-context.ts";

describe("the key of a claim", () => {
	const key = (content: string, language: string | null = "en") => claimKey(content, language);
	const CLAIM = "The lighthouse at the harbour is 34.5 metres high.";

	it.each([
		"the LIGHTHOUSE at harbour is 34.5 metres high",
		"A lighthouse, at the harbour, is 34.5 metres high!",
	])("is the same for a claim that is written otherwise: %s", (content) => {
		expect(key(content)).toBe(key(CLAIM));
		expect(key(content, "en-GB")).toBe(key(CLAIM));
	});

	it.each([
		"The lighthouse at the harbour is not 34.5 metres high.",
		"The lighthouse at the harbour is 345 metres high.",
		"The lighthouse at the harbour is -34.5 metres high.",
		"The harbour at the lighthouse is 34.5 metres high.",
		"The lighthouse at the harbour is 34.5 % high.",
		"The lighthouse at the harbour is \u201334.5 metres high.",
		"The lighthouse at the harbour is < 34.5 metres high.",
	])("is another one for another claim: %s", (content) => {
		expect(key(content)).not.toBe(key(CLAIM));
	});

	it("tells signs apart that turn a number", () => {
		expect(key("The mast is > 30 metres.")).not.toBe(key("The mast is < 30 metres."));
		expect(key("It has 10² lamps.")).not.toBe(key("It has 102 lamps."));
		expect(key("H₂O is in the lamps.")).toBe(key("H2O is in the lamps."));
	});

	it("is another one in another language, in which the same word is no article", () => {
		expect(key("People die.", "en")).not.toBe(key("People.", "en"));
		expect(key(CLAIM, "de")).not.toBe(key(CLAIM));
	});

	it("is, for what is found, another one in another month", () => {
		const said = (day: string | null) => saidClaimKey(CLAIM, "en", day);
		expect(said("2024-05-01")).toBe(said("2024-05-31"));
		expect(new Set([said("2024-05-01"), said("2024-06-01"), said(null)])).toHaveProperty("size", 3);
	});
});

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

it("A search that another analysis made names Wikipedia's pages as of the video's own day", async () => {
	const wikipedia = createWikipedia(web.origin);
	web.serve((_, response) => {
		const pages = [{ id: 1, key: "Bridge", title: "Bridge" }];
		response.end(JSON.stringify({ pages }));
	});
	const rows: KeptSearch[] = [];
	const kept_hits: KeptHits = {
		read: async () => rows,
		write: async (_, made) => void rows.push(made),
	};
	const search = (said_on: string, plan: Partial<SourceQuery>) =>
		searchSources(
			[wikipedia],
			{
				query: {
					neutral: "bridge",
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
				task: "search:0",
				claim: "A claim.",
				round: 1,
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

it("A search for a page by its title does not answer for a claim in the same words", async () => {
	web.serve((_, response) => void response.end(JSON.stringify({ pages: [] })));
	const rows: KeptSearch[] = [];
	const kept_hits: KeptHits = {
		read: async () => rows,
		write: async (_, made) => void rows.push(made),
	};
	const search = (round: 1 | "title", neutral: string) =>
		searchSources(
			[createWikipedia(web.origin)],
			{
				query: {
					neutral,
					opposing: null,
					kind: "other",
					time_sensitive: false,
					language: "en",
					said_on: null,
				},
				sources: ["wikipedia"],
				max_pages: 5,
				channel_name: null,
				run_id: "run",
				task: "search",
				claim: "The bridge opened.",
				round,
			},
			sourceContext(web, { kept_hits }),
		);
	await search("title", '"The bridge opened"');
	await search("title", '"The bridge opened"');
	expect(web.asked).toHaveLength(1);
	await search(1, "bridge opening");
	expect(web.asked).toHaveLength(2);
});
