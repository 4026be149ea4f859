import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPermit } from "#features/evidence/ask-api.ts";
import type { LimitedService } from "#features/evidence/evidence-source.ts";
import { isOnPage } from "#features/evidence/quote-check.ts";
import { findCopy } from "#features/evidence/wayback.ts";
import { type Capture, fakeWayback } from "#tests/support/fakes/evidence-sources.ts";
import { plainFetch } from "#tests/support/fakes/network.ts";
import { type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import {
	answering,
	HTML,
	sourceContext,
	sourceLimits,
} from "#tests/support/world/source-context.ts";

const ROOF = "The copper roof of the market hall was finished in 1931.";
const HEIGHT = "The lighthouse at the harbour is exactly 34 metres high.";
const FILLER = "The town has written much about its buildings. ".repeat(12);
const html = (...said: string[]) => `<title>Hall</title><p>${said.join(" ")}</p><p>${FILLER}</p>`;

const URL_OF_PAGE = "https://town.example.org/hall?floor=2";
const PAGE = {
	final_url: URL_OF_PAGE,
	fetched_at: "2026-05-04T03:02:01.000Z",
	quotes: [ROOF, HEIGHT],
};
const capture = (given: Partial<Capture> = {}): Capture => ({
	url: URL_OF_PAGE,
	timestamp: "20260501000000",
	html: html(ROOF),
	...given,
});

let archive: WebWorld;
let paused: { service: LimitedService; ms: number }[];

beforeAll(async () => {
	archive = await startWebWorld();
});
afterAll(() => archive.close());
beforeEach(() => {
	archive.asked.length = 0;
	paused = [];
});

function find(fetch = plainFetch()) {
	const permit = createPermit({
		limiterOf: (service) => ({
			take: async () => 1,
			giveBack: async () => {},
			pause: async (ms) => void paused.push({ service, ms }),
		}),
		limits: sourceLimits({ archive: { at_once: 1, requests: 9, window_ms: 1_000 } }),
		max_wait_ms: 1_000,
	});
	return findCopy(archive.origin, PAGE, sourceContext(archive, { permit, fetch }));
}

describe("the copy of a page in the Wayback Machine", () => {
	it("is the nearest one, opened as it was captured, and says which quotes it contains", async () => {
		archive.serve(
			fakeWayback(archive.origin, [
				capture({ timestamp: "20250101000000", html: html(HEIGHT) }),
				capture(),
			]),
		);
		expect(await find()).toEqual({
			ok: true,
			copy: { url: `${archive.origin}/web/20260501000000/${URL_OF_PAGE}`, contains: [true, false] },
		});
		expect(archive.asked.map(({ path }) => path)).toEqual([
			`/wayback/available?url=${encodeURIComponent(URL_OF_PAGE)}&timestamp=20260504030201`,
			`/web/20260501000000id_/${URL_OF_PAGE}`,
		]);
	});

	it("does not contain a quote with another number", async () => {
		archive.serve(
			fakeWayback(archive.origin, [capture({ html: html(ROOF, HEIGHT.replace("34", "44")) })]),
		);
		expect(await find()).toMatchObject({ copy: { contains: [true, false] } });
	});

	it("has the address of the capture to which the archive redirects", async () => {
		const site = fakeWayback(archive.origin, [capture()]);
		archive.serve((path, response) =>
			path.startsWith("/web/20260501000000id_/")
				? response.writeHead(302, { location: `/web/20260502000000id_/${URL_OF_PAGE}` }).end()
				: path.startsWith("/web/20260502000000id_/")
					? response.writeHead(200, { "content-type": "text/html" }).end(html(ROOF))
					: site(path, response),
		);
		expect(await find()).toMatchObject({
			copy: { url: `${archive.origin}/web/20260502000000/${URL_OF_PAGE}` },
		});
	});

	it("is asked for again by host and path if there is none of the https address", async () => {
		const site = fakeWayback(archive.origin, [capture()]);
		archive.serve((path, response) => {
			const asked = new URL(path, archive.origin).searchParams.get("url");
			if (asked === URL_OF_PAGE) return answering(200, { archived_snapshots: {} })(path, response);
			// The stand-in knows its captures by their whole addresses.
			const whole = encodeURIComponent(URL_OF_PAGE);
			return site(path.replace(encodeURIComponent(asked ?? "-"), whole), response);
		});
		expect(await find()).toMatchObject({ ok: true, copy: { contains: [true, false] } });
		expect(archive.asked.map(({ path }) => path)).toEqual([
			`/wayback/available?url=${encodeURIComponent(URL_OF_PAGE)}&timestamp=20260504030201`,
			`/wayback/available?url=${encodeURIComponent("town.example.org/hall?floor=2")}&timestamp=20260504030201`,
			`/web/20260501000000id_/${URL_OF_PAGE}`,
		]);
	});

	it("is read from an answer that writes its numbers and its truth in another way", async () => {
		const url = `${archive.origin}/web/20260501000000/${URL_OF_PAGE}`;
		const closest = { available: "true", status: 200, timestamp: 20260501000000, url };
		const site = fakeWayback(archive.origin, [capture()]);
		archive.serve((path, response) =>
			(path.startsWith("/web/") ? site : answering(200, { archived_snapshots: { closest } }))(
				path,
				response,
			),
		);
		expect(await find()).toMatchObject({ ok: true, copy: { contains: [true, false] } });
	});

	it.each([
		["null", { archived_snapshots: { closest: null } }],
		["no snapshots", { archived_snapshots: null }],
		[
			"not available",
			{ archived_snapshots: { closest: { available: false, status: "0", url: "" } } },
		],
	])("does not exist if the answer says: %s", async (_, answer) => {
		archive.serve(answering(200, answer));
		expect(await find()).toEqual({ ok: true, copy: null });
	});

	it.each<[string, Capture[]]>([
		["nothing was captured", []],
		["an error page was captured", [capture({ status: "404" })]],
		["a page without text was captured", [capture({ html: "<p>Hello" })]],
	])("does not exist if %s", async (_, captures) => {
		archive.serve(fakeWayback(archive.origin, captures));
		expect(await find()).toEqual({ ok: true, copy: null });
	});
});

const elsewhere = (url: string) =>
	answering(200, { archived_snapshots: { closest: { available: true, status: "200", url } } });
/** Answers the API, and fails to show the capture. */
const withoutCapture =
	(fails: Site): Site =>
	(path, response) =>
		(path.startsWith("/web/") ? fails : fakeWayback(archive.origin, [capture()]))(path, response);

describe("a failing archive", () => {
	it.each<[string, Site, { reason: string; status: number | null }, number?]>([
		[
			"429 with Retry-After",
			answering(429, "", { "retry-after": "40" }),
			{ reason: "limited", status: 429 },
			40_000,
		],
		["429 without Retry-After", answering(429, ""), { reason: "limited", status: 429 }, 5_000],
		["500", answering(500, ""), { reason: "status", status: 500 }],
		[
			"503 with Retry-After",
			answering(503, HTML, { "retry-after": "7" }),
			{ reason: "limited", status: 429 },
			7_000,
		],
		[
			"HTML instead of JSON",
			answering(200, HTML, { "content-type": "text/html" }),
			{ reason: "bad_answer", status: null },
		],
		["an empty answer", answering(200, ""), { reason: "bad_answer", status: null }],
		["other JSON", answering(200, []), { reason: "bad_answer", status: null }],
		[
			"a copy on another host",
			elsewhere(`https://copies.example.org/web/20260501000000/${URL_OF_PAGE}`),
			{ reason: "bad_answer", status: null },
		],
		[
			"an address without a capture",
			elsewhere("https://archive.org/details/hall"),
			{ reason: "bad_answer", status: null },
		],
		[
			"a capture that answers 429",
			withoutCapture(answering(429, "", { "retry-after": "60" })),
			{ reason: "limited", status: 429 },
			60_000,
		],
		[
			"a capture that answers 502",
			withoutCapture(answering(502, HTML)),
			{ reason: "status", status: 502 },
		],
	])("is told and survived: %s", async (_, site, failed, pause_ms) => {
		archive.serve(site);
		expect(await find()).toEqual({ ok: false, ...failed });
		expect(paused).toEqual(pause_ms === undefined ? [] : [{ service: "archive", ms: pause_ms }]);
	});

	it("is given up if it takes too long, or cannot be reached", async () => {
		archive.serve(() => {});
		expect(await find(plainFetch({ timeout_ms: 30 }))).toEqual({
			ok: false,
			reason: "timeout",
			status: null,
		});
		const gone = await startWebWorld();
		await gone.close();
		const fetch = plainFetch();
		expect(
			await find((url, init, bounds) => fetch(url.replace(archive.host, gone.host), init, bounds)),
		).toEqual({ ok: false, reason: "unreachable", status: null });
	});
});

describe("isOnPage", () => {
	it("finds a quote in another layout and typography, and in whole words and numbers alone", () => {
		const quote = "The harbour’s lighthouse is 34.5\nmetres high";
		const page = (text: string) => `${FILLER}\n${text}\n${FILLER}`;
		expect(isOnPage(quote, page(`“${quote}”, it says.`))).toBe(true);
		expect(isOnPage(quote, page("The harbour's lighthouse is 34.5 metres high."))).toBe(true);
		for (const other of [
			"The harbour's lighthouse is 345 metres high.",
			"The harbour's lighthouse is 34.5 metres highest.",
			"The harbour's lighthouse is not 34.5 metres high.",
		])
			expect(isOnPage(quote, page(other))).toBe(false);
		expect(isOnPage("", page(""))).toBe(false);
	});
});
