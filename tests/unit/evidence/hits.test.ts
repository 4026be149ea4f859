import { describe, expect, it } from "vitest";
import type { SourceId } from "#contract/verdicts.ts";
import type { Hit, SourceContext } from "#features/evidence/evidence-source.ts";
import { readHit } from "#features/evidence/find-pages.ts";
import { mergeHits } from "#features/evidence/merge-hits.ts";

function hit(source: SourceId, url: string, as_of: string | null = null): Hit {
	const none = { language: null, review: null };
	return { source, url, title: url, as_of, key: url, ...none };
}
const wiki = (...urls: string[]) => urls.map((url) => hit("wikipedia", url));
const pubmed = (...urls: string[]) => urls.map((url) => hit("pubmed", url));
const [A, B, C, D] = ["a", "b", "c", "d"].map((it) => `https://${it}.org/`) as [
	string,
	string,
	string,
	string,
];

function merge(
	found: Partial<Record<SourceId, Hit[]>>,
	max = 5,
	hosts: string[] = [],
	channel_name: string | null = null,
) {
	const excluded = { hosts, channel_name };
	return mergeHits(Object.values(found), excluded, max).map(({ url }) => url);
}

describe("mergeHits", () => {
	it("merges hits by rank, with those of two sources first", () => {
		expect(merge({ wikipedia: wiki(A, B, C), pubmed: pubmed(D, C) })).toEqual([C, A, D, B]);
	});

	it("merges different spellings of the same address", () => {
		const again = "http://www.a.org/?utm_source=x#part";
		expect(merge({ wikipedia: wiki(A, again), pubmed: pubmed(again) })).toEqual([A]);
	});

	it("limits the number of pages, counting versions of a page as one", () => {
		const versions = [hit("wikipedia", A, "2024-05-01"), hit("wikipedia", A)];
		const found = { wikipedia: [...versions, ...wiki(B, C)] };
		expect(merge(found, 2)).toEqual([A, A, B]);
		expect(merge({ wikipedia: wiki(A, B, C) }, 2)).toEqual([A, B]);
	});

	it("excludes the video, excluded sites and addresses that are not pages", () => {
		const urls = [
			"https://www.youtube.com/watch?v=1",
			"https://youtu.be/1",
			"https://shop.channel.org/",
			"javascript:alert(1)",
			A,
		];
		expect(merge({ wikipedia: wiki(...urls) }, 5, ["channel.org"])).toEqual([A]);
	});

	it.each([
		["https://www.kurzgesagt.org/shop", "Kurzgesagt – In a Nutshell"],
		["https://climate.nasa.gov/", "NASA"],
		["https://practicalengineering.channel/", "Practical Engineering"],
		["https://vox.github.io/", "Vox | Official"],
	])("excludes pages of the channel's own site: %s", (url, channel_name) => {
		expect(merge({ wikipedia: wiki(url, A) }, 5, [], channel_name)).toEqual([A]);
	});

	it.each([
		["https://www.nasa.gov/", "NASA Fan Club"],
		["https://en.wikipedia.org/wiki/A", "A"],
		["https://kurzgesagt.org/", null],
		["https://nature.com/", "The nature of Sweden"],
	])("includes pages of other sites: %s", (url, channel_name) => {
		expect(merge({ wikipedia: wiki(url) }, 5, [], channel_name)).toEqual([url]);
	});

	it("keep what a fact check says of a page that another source named first", () => {
		const review = { claim: "A", publisher: "Checkers", rating: "False", reviewed_at: null };
		const lists = [wiki(A), [{ ...hit("brave", A), review }]];
		const excluded = { hosts: [], channel_name: null };
		expect(mergeHits(lists, excluded, 5)).toEqual([{ ...hit("wikipedia", A), review }]);
	});

	it("does not depend on the order in which the sources answered", () => {
		const one = merge({ wikipedia: wiki(A, B), pubmed: pubmed(C, D) });
		expect(merge({ pubmed: pubmed(C, D), wikipedia: wiki(A, B) })).toEqual(one);
	});
});

describe("readHit", () => {
	const own: Hit = {
		source: "member",
		title: "",
		language: null,
		as_of: null,
		key: "",
		review: null,
		url: "https://kurzgesagt.org/a",
	};
	const context = (final_url: string): SourceContext => {
		const text = "A video says what its channel's site says too. ".repeat(12);
		const bytes = new TextEncoder().encode(`<p>${text}`);
		const page = { final_url, content_type: "text/html", bytes };
		return {
			fetch: () => Promise.reject(new Error("Nothing else is asked.")),
			openPage: async () => ({ ok: true, page }),
			readPdf: async () => ({ ok: false, reason: "unreadable" }),
			permit: (_, call) => call(),
			user_agent: "",
			contact_email: null,
			now: () => 0,
			own_hostname: null,
			trusted_api_host: null,
			kept_hits: { read: async () => [], write: async () => {} },
			kept_pages: { read: async () => null, write: async () => {} },
			paid: { priceOf: () => null, reserve: async () => true },
			noteFailure() {},
		};
	};
	const readFor = (hit: Hit, final_url: string, channel_name: string) =>
		readHit([], { hit, wanted: [], today: "2026-01-01", channel_name }, context(final_url));

	it("refuses a page of the channel's own site, also after a redirect", async () => {
		const channel = "Kurzgesagt – In a Nutshell";
		const other = { ...own, url: "https://go.example.org/k" };
		const copy = { ...own, url: `https://web.archive.org/web/2020/${own.url}` };
		for (const hit of [own, other, copy])
			expect(await readFor(hit, own.url, channel)).toMatchObject({
				ok: false,
				reason: "blocked_host",
			});
		expect(await readFor(own, own.url, "Somebody else")).toMatchObject({ ok: true });
	});

	it("says to the PDF reader who asks for the document", async () => {
		const url = "https://example.org/a.pdf";
		const asked: (string | undefined)[] = [];
		const page = {
			final_url: url,
			content_type: "application/pdf",
			bytes: new TextEncoder().encode("%PDF-1.7"),
		};
		for (const asked_by of ["m1", "m2"])
			await readHit(
				[],
				{ hit: { ...own, url }, wanted: [], today: "2026-01-01", channel_name: null, asked_by },
				{
					...context(url),
					openPage: async () => ({ ok: true, page }),
					async readPdf(_, asker) {
						asked.push(asker?.asked_by);
						return { ok: false, reason: "unreadable" };
					},
				},
			);
		expect(asked).toEqual(["m1", "m2"]);
	});
});
