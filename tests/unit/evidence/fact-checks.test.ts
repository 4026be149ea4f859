import { describe, expect, it } from "vitest";
import { createFactChecks } from "#features/evidence/fact-checks.ts";
import { fakeFactChecks, googleError, SEARCH_KEY } from "#tests/support/fakes/evidence-sources.ts";
import {
	answering,
	context,
	HTML,
	QUERY,
	startWebSource,
	survives,
	web,
} from "#tests/support/world/source-context.ts";

startWebSource();

describe("Google Fact Check Tools", () => {
	const factChecks = () => createFactChecks(web.origin, SEARCH_KEY);
	const CHECK = {
		words: ["lighthouse"],
		title: "Is the lighthouse 44 metres high?",
		url: "https://checkers.example.org/lighthouse",
		claim: "The lighthouse is 44 metres high.",
		publisher: "Checkers",
		rating: "Mostly false",
		reviewed_at: "2024-02-03T09:30:00Z",
	};
	const search = async (language: string | null = "en-GB") => {
		const outcome = await factChecks().search({ ...QUERY, language }, context());
		if (!outcome.ok) throw new Error(outcome.reason);
		return outcome.hits;
	};

	it("is asked with its key, and names pages with what their publishers say", async () => {
		web.serve(fakeFactChecks([CHECK]));
		expect(await search()).toEqual([
			{
				source: "factcheck",
				url: CHECK.url,
				key: CHECK.url,
				title: CHECK.title,
				language: null,
				as_of: null,
				review: {
					claim: CHECK.claim,
					publisher: "Checkers",
					rating: "Mostly false",
					reviewed_at: "2024-02-03",
				},
			},
		]);
		expect(web.asked[0]).toMatchObject({
			path: "/claims:search?query=harbour+lighthouse+height&pageSize=5&languageCode=en",
			headers: { "x-goog-api-key": SEARCH_KEY },
		});
	});

	it("finds nothing without an error, in any language if none is known", async () => {
		web.serve(fakeFactChecks([]));
		expect(await search(null)).toEqual([]);
		expect(web.asked[0]?.path).not.toContain("languageCode");
	});

	it("cuts what it is sent, and leaves out what hides or turns words around", async () => {
		const url = CHECK.url;
		const review = {
			url,
			title: 5,
			publisher: { site: "checkers.example.org" },
			reviewDate: "soon",
			textualRating: `Fa\u202Else ${"!".repeat(900)}`,
		};
		const claims = [
			{ text: "A".repeat(9_000), claimReview: [review, { title: "no url" }] },
			{ claimReview: [review] },
		];
		web.serve(answering(200, { claims }));
		const hits = await search();
		expect(hits).toMatchObject([{ title: "", review: { publisher: "checkers.example.org" } }]);
		expect(hits[0]?.review?.rating).toMatch(/^False !+…$/);
		expect(hits[0]?.review?.rating.length).toBeLessThanOrEqual(121);
		expect(hits[0]?.review?.claim.length).toBeLessThanOrEqual(501);
		expect(hits[0]?.review?.reviewed_at).toBeNull();
	});

	it.each([
		[{ textualRating: "" }, "no rating"],
		[{ publisher: {} }, "no publisher"],
	])("is a page without a review if it has %j", async (given, _) => {
		const publisher = { name: "Checkers" };
		const review = { url: CHECK.url, publisher, textualRating: "False" };
		const claimReview = [{ ...review, ...given }];
		web.serve(answering(200, { claims: [{ text: "A", claimReview }] }));
		expect(await search()).toMatchObject([{ url: CHECK.url, review: null }]);
	});

	survives(factChecks, [
		[
			"a wrong key",
			(path, response) => {
				response.req.headers["x-goog-api-key"] = "wrong";
				fakeFactChecks([CHECK])(path, response);
			},
			{ reason: "status", status: 400 },
		],
		[
			"the API is off",
			answering(403, googleError(403, "PERMISSION_DENIED", "Not enabled.")),
			{ reason: "status", status: 403 },
		],
		["401", answering(401, {}), { reason: "status", status: 401 }],
		["500", answering(500, ""), { reason: "status", status: 500 }],
		[
			"429 with Retry-After",
			answering(429, googleError(429, "RESOURCE_EXHAUSTED", "Quota."), { "retry-after": "20" }),
			{ reason: "limited", status: 429 },
			[20_000],
		],
		["HTML", answering(200, HTML), { reason: "bad_answer", status: null }],
		["another form", answering(200, { claims: {} }), { reason: "bad_answer", status: null }],
	]);
});
