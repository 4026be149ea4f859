import { describe, expect, it } from "vitest";
import { searchSources } from "#features/evidence/find-pages.ts";
import { createBrave, createSearxng } from "#features/evidence/web-search.ts";
import {
	braveError,
	fakeBrave,
	fakeSearxng,
	SEARCH_KEY,
} from "#tests/support/fakes/evidence-sources.ts";
import {
	AGENT,
	answering,
	context,
	HTML,
	PAGES,
	QUERY,
	RUN,
	startWebSource,
	survives,
	web,
} from "#tests/support/world/source-context.ts";

startWebSource();

describe("Brave", () => {
	const brave = (key = SEARCH_KEY) => createBrave(web.origin, key);

	it("is asked with its token, and names pages by their address alone", async () => {
		web.serve(fakeBrave(PAGES));
		expect(await brave().search(QUERY, context())).toEqual({
			ok: true,
			hits: [
				{
					source: "brave",
					url: PAGES[0]?.url,
					key: PAGES[0]?.url,
					title: "",
					language: null,
					as_of: null,
					review: null,
				},
			],
		});
		expect(web.asked[0]).toMatchObject({
			path: "/web/search?q=harbour+lighthouse+height&count=10&result_filter=web&spellcheck=false&search_lang=en",
			headers: {
				"x-subscription-token": SEARCH_KEY,
				"user-agent": AGENT,
				accept: "application/json",
			},
		});
	});

	it("is asked for what speaks for and what speaks against a statement", async () => {
		web.serve(fakeBrave(PAGES));
		const query = { ...QUERY, opposing: "lighthouse height wrong" };
		const request = { query, sources: ["brave"] as const, max_pages: 5, ...RUN };
		const answer = await searchSources([brave()], { ...request, channel_name: null }, context());
		expect(answer.searches).toEqual([
			{ source: "brave", query: query.neutral, hits: 1, failure: null },
			{ source: "brave", query: query.opposing, hits: 1, failure: null },
		]);
		expect(answer.hits).toHaveLength(1);
	});

	it.each([
		["ja-JP", "jp"],
		["pt", "pt-br"],
		["de-AT", "de"],
		["tlh", null],
		[null, null],
	])("takes the language %s as %s", async (language, search_lang) => {
		web.serve(fakeBrave(PAGES));
		await brave().search({ ...QUERY, language }, context());
		const { searchParams } = new URL(web.asked[0]?.path ?? "", web.origin);
		expect(searchParams.get("search_lang")).toBe(search_lang);
	});

	it("finds nothing without an error, and no words more than it takes", async () => {
		web.serve(fakeBrave(PAGES));
		const neutral = "word ".repeat(60).trim();
		expect(await brave().search({ ...QUERY, neutral }, context())).toEqual({ ok: true, hits: [] });
	});

	it("leaves out what has no usable address", async () => {
		const results = [{ url: 7 }, null, { url: "x".repeat(3_000) }, ...PAGES];
		web.serve(answering(200, { web: { results } }));
		expect(await brave().search(QUERY, context())).toMatchObject({
			hits: [{ url: PAGES[0]?.url }],
		});
	});

	const SECOND = {
		"x-ratelimit-limit": "50, 15000",
		"x-ratelimit-remaining": "0, 1000",
		"x-ratelimit-reset": "1, 1419704",
	};
	const limited = braveError("RATE_LIMITED", 429, "Too many.");
	survives(brave, [
		[
			"a wrong key",
			(path, response) => {
				response.req.headers["x-subscription-token"] = "wrong";
				fakeBrave(PAGES)(path, response);
			},
			{ reason: "status", status: 422 },
		],
		["401", answering(401, {}), { reason: "status", status: 401 }],
		["500", answering(500, HTML), { reason: "status", status: 500 }],
		[
			"429 with Retry-After",
			answering(429, limited, { "retry-after": "7" }),
			{ reason: "limited", status: 429 },
			[7_000],
		],
		[
			"429 for this second",
			answering(429, limited, SECOND),
			{ reason: "limited", status: 429 },
			[1_000],
		],
		[
			"429 for this month",
			answering(429, limited, { ...SECOND, "x-ratelimit-remaining": "9, 0" }),
			{ reason: "limited", status: 429 },
			[1_419_704_000],
		],
		[
			"429 without a word",
			answering(429, "", { "x-ratelimit-reset": "soon" }),
			{ reason: "limited", status: 429 },
			[5_000],
		],
		["HTML", answering(200, HTML), { reason: "bad_answer", status: null }],
		[
			"another form",
			answering(200, { web: { results: "none" } }),
			{ reason: "bad_answer", status: null },
		],
	]);

	it("has its pages opened like any page of the web, robots.txt included", async () => {
		const robots = "User-agent: *\nDisallow: /private";
		web.serve((path, response) => {
			if (path === "/robots.txt") return void response.end(robots);
			response.end(HTML);
		});
		const open = (path: string) => {
			const url = `${web.origin}${path}`;
			const none = { language: null, as_of: null, review: null };
			const hit = { source: "brave" as const, title: "", key: url, ...none };
			return brave().open({ ...hit, url }, context());
		};
		expect(await open("/page")).toMatchObject({
			ok: true,
			page: { final_url: `${web.origin}/page` },
			api: {},
		});
		expect(await open("/private/page")).toEqual({ ok: false, reason: "robots", status: null });
	});
});

describe("SearXNG", () => {
	const searxng = () => createSearxng(web.origin);

	it("is asked for JSON in the statement's language, and names pages with their titles", async () => {
		web.serve(fakeSearxng(PAGES));
		expect(await searxng().search({ ...QUERY, language: "de-AT" }, context())).toEqual({
			ok: true,
			hits: [
				{
					source: "searxng",
					url: PAGES[0]?.url,
					key: PAGES[0]?.url,
					title: "Lighthouses",
					language: null,
					as_of: null,
					review: null,
				},
			],
		});
		expect(web.asked[0]?.path).toBe(
			"/search?q=harbour+lighthouse+height&format=json&categories=general&language=de",
		);
	});

	it("finds nothing without an error, in all languages if none is known", async () => {
		web.serve(fakeSearxng([]));
		expect(await searxng().search({ ...QUERY, language: null }, context())).toEqual({
			ok: true,
			hits: [],
		});
		expect(web.asked[0]?.path).toMatch(/&language=all$/);
	});

	survives(searxng, [
		[
			"JSON is not allowed",
			fakeSearxng(PAGES, { formats: ["html"] }),
			{ reason: "status", status: 403 },
		],
		[
			"no engine behind it answers",
			fakeSearxng(PAGES, { unresponsive: [["mojeek", "CAPTCHA"]] }),
			{ reason: "unreachable", status: null },
		],
		["401", answering(401, ""), { reason: "status", status: 401 }],
		["500", answering(500, HTML), { reason: "status", status: 500 }],
		[
			"429 with Retry-After",
			answering(429, "Too Many Requests", { "retry-after": "9" }),
			{ reason: "limited", status: 429 },
			[9_000],
		],
		["HTML", answering(200, HTML), { reason: "bad_answer", status: null }],
	]);
});
