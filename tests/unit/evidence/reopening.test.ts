import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPubMed } from "#features/evidence/pubmed.ts";
import { judgeOpening, type ReopenOutcome, reopenPage } from "#features/evidence/reopen-page.ts";
import { createWikipedia } from "#features/evidence/wikipedia.ts";
import { fakePubMed } from "#tests/support/fakes/evidence-sources.ts";
import { pages, type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { sourceContext } from "#tests/support/world/source-context.ts";

const NOW = "2026-03-01T00:00:00.000Z";
const DAY_MS = 86_400_000;
const FOUND: ReopenOutcome = {
	ok: true,
	content_hash: "1",
	contains: [true, false, false],
	as_before: [false, false, true],
};
const failed = (reason: string, status: number | null = null) =>
	({ ok: false, reason, status }) as ReopenOutcome;

describe("judgeOpening", () => {
	it("judges each quote of a page that was opened", () => {
		const judged = judgeOpening(FOUND, "2026-01-01T00:00:00.000Z", NOW);
		expect(judged).toMatchObject({
			known: true,
			content_hash: "1",
			silent_since: null,
			again_in_ms: 28 * DAY_MS,
		});
		if (!judged.known) throw new Error("Nothing is known.");
		expect([0, 1, 2].map(judged.stateOf)).toEqual([
			{ state: "found", read_differently: false },
			{ state: "changed", read_differently: false },
			{ state: "found", read_differently: true },
		]);
	});

	it.each([404, 410])("takes a page with status %i as gone", (status) => {
		const judged = judgeOpening(failed("status", status), null, NOW);
		expect(judged.known && judged.stateOf(0).state).toBe("gone");
	});

	it.each([
		["limited", 429, null],
		["status", 403, null],
		["robots", null, null],
		["blocked", null, null],
		["too_little_text", null, null],
		["status", 503, NOW],
		["timeout", null, NOW],
		["unreachable", null, NOW],
	])("says nothing of a page after a failure: %s, %s", (reason, status, since) => {
		expect(judgeOpening(failed(reason, status), null, NOW)).toEqual({
			known: false,
			again_in_ms: DAY_MS,
			silent_since: since,
		});
	});

	it("takes a page as gone if its site has not answered for 28 days", () => {
		const silent = (since: string) => judgeOpening(failed("unreachable"), since, NOW);
		expect(silent("2026-02-02T00:00:00.000Z")).toMatchObject({
			known: false,
			silent_since: "2026-02-02T00:00:00.000Z",
		});
		const judged = silent("2026-02-01T00:00:00.000Z");
		expect(judged.known && judged.stateOf(0).state).toBe("gone");
		// A site that refuses programs answers.
		expect(judgeOpening(failed("status", 403), "2026-01-01T00:00:00.000Z", NOW)).toMatchObject({
			known: false,
			silent_since: null,
		});
	});
});

const QUOTE = "The copper roof of the market hall was finished in 1931.";
const FILLER = "The town has written much about its buildings. ".repeat(12);
const html = (text: string) => `<p>${text}</p><p>${FILLER}</p>`;
let web: WebWorld;

beforeAll(async () => {
	web = await startWebWorld();
});
afterAll(() => web.close());
beforeEach(() => {
	web.asked.length = 0;
});

const json =
	(body: unknown): Site =>
	(_, response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify(body));
	};

function reopen(final_url: string, version: "cited" | "current" = "current") {
	const readers = [
		createWikipedia(`${web.origin}/{language}`),
		createPubMed(`${web.origin}/eutils`),
	];
	const context = sourceContext(web, { trusted_api_host: web.host });
	const fetched_at = "2026-01-01T10:11:12.345Z";
	const page = { final_url, fetched_at, canonical_version: 3, quotes: [QUOTE] };
	return reopenPage(readers, page, version, context);
}

describe("an article of Wikipedia, opened again", () => {
	const oldid = () => `${web.origin}/de/w/index.php?oldid=7`;
	/** Revision 7 has the quote, and revision 9 does not. */
	const wiki =
		(newest: number, newest_then: number): Site =>
		(path, response) => {
			const url = new URL(path, web.origin);
			const info = url.searchParams.get("prop") === "info";
			if (url.pathname === "/de/w/api.php")
				return json({
					query: {
						pages: [
							info
								? { pageid: 5, ns: 0, title: "Halle", lastrevid: newest }
								: {
										pageid: 5,
										ns: 0,
										title: "Halle",
										revisions: [{ revid: newest_then, timestamp: "2025-12-01T00:00:00Z" }],
									},
						],
					},
				})(path, response);
			pages({
				"/de/w/rest.php/v1/revision/7/html": html(QUOTE),
				"/de/w/rest.php/v1/revision/9/html": html("It has no roof today."),
			})(path, response);
		};

	it.each([
		["is the cited revision while it is the newest", 7, 7, [true]],
		["is the newest revision if the cited one was the newest", 9, 7, [false]],
		["is the cited revision if a past day's was meant", 9, 8, [true]],
	])("%s", async (_, newest, newest_then, contains) => {
		web.serve(wiki(newest, newest_then));
		expect(await reopen(oldid())).toMatchObject({ ok: true, contains });
		const asked = web.asked.map(({ path }) => decodeURIComponent(path));
		expect(asked[0]).toBe(
			"/de/w/api.php?action=query&format=json&formatversion=2&prop=info&revids=7",
		);
		if (newest !== 7)
			expect(asked[1]).toBe(
				"/de/w/api.php?action=query&format=json&formatversion=2&prop=revisions&rvprop=ids|timestamp&rvlimit=1&rvdir=older&rvstart=2026-01-01T10:11:12Z&pageids=5",
			);
	});

	it("is the cited revision for someone who verifies a report", async () => {
		web.serve(wiki(9, 7));
		expect(await reopen(oldid(), "cited")).toMatchObject({ contains: [true] });
		expect(web.asked).toHaveLength(1);
	});

	it("is gone if it was deleted, and unknown if Wikipedia fails", async () => {
		web.serve(json({ query: { badrevids: { "7": { revid: 7, missing: true } } } }));
		expect(await reopen(oldid())).toEqual({ ok: false, reason: "status", status: 404 });
		web.serve((_, response) => response.writeHead(500).end());
		expect(await reopen(oldid())).toEqual({ ok: false, reason: "status", status: 500 });
	});
});

it("an abstract of PubMed is opened again by its API", async () => {
	const abstract = `${QUOTE} ${FILLER}`;
	const site = fakePubMed([
		{ id: "31415926", title: "Roofs", published_at: "2021-03-09", abstract },
	]);
	web.serve(site);
	expect(await reopen("https://pubmed.ncbi.nlm.nih.gov/31415926/")).toMatchObject({
		ok: true,
		contains: [true],
	});
	expect(web.asked.map(({ path }) => path.split("?")[0])).toEqual(["/eutils/efetch.fcgi"]);
});
