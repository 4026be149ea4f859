import { describe, expect, it } from "vitest";
import { NO_FINDING } from "#contract/finding.ts";
import type { Video } from "#contract/video.ts";
import { atomFeed, type FeedEntry } from "#features/sharing/feeds.ts";
import { hostileTexts, parseXml } from "#tests/support/fixtures/result-cards.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { sampleVideo } from "#tests/web/support/sample-report.ts";

const ATOM = "http://www.w3.org/2005/Atom";
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const TAG = /^tag:[a-z0-9.-]+,\d{4}:\S+$/;

function entry(fields: Partial<Video> = {}): FeedEntry {
	const video = sampleVideo({
		title: "How the bridge was built",
		channel_name: "Bridge Channel",
		bs_score: 82,
		claims_count: 9,
		...fields,
	});
	return { video, published: "2026-01-01T00:00:00.000Z" };
}

function feedOf(entries: FeedEntry[]): Document {
	return parseXml(
		atomFeed({
			origin: "https://bs.example.org",
			path: "/feed.xml",
			title: "New analyses",
			subtitle: "Videos",
			entries,
		}),
	);
}

/** The texts of an element's direct children with this name. */
function own(parent: Element | null | undefined, name: string): string[] {
	return [...(parent?.children ?? [])]
		.filter((it) => it.localName === name && it.namespaceURI === ATOM)
		.map((it) => it.textContent ?? "");
}

/** Asserts what RFC 4287 requires of a feed and of every entry. */
function expectAtom(feed: Document): void {
	const root = feed.documentElement;
	expect(root.namespaceURI).toBe(ATOM);
	expect(root.localName).toBe("feed");
	expect(own(root, "author")).toHaveLength(1);
	for (const holder of [root, ...feed.querySelectorAll("entry")]) {
		const [[id = "", ...ids], [title, ...titles], [updated = "", ...more]] = [
			own(holder, "id"),
			own(holder, "title"),
			own(holder, "updated"),
		];
		expect([ids, titles, more]).toEqual([[], [], []]);
		expect(id).toMatch(TAG);
		expect(title?.trim()).not.toBe("");
		expect(updated).toMatch(RFC3339);
		const alternate = [...holder.children].filter((it) => it.getAttribute("rel") === "alternate");
		expect(alternate).toHaveLength(1);
	}
	const self = root.querySelector('link[rel="self"]');
	expect(self?.getAttribute("type")).toBe("application/atom+xml");
	expect(self?.getAttribute("href")).toBe("https://bs.example.org/feed.xml");
}

describe("atomFeed", () => {
	it("returns a valid Atom document without entries", () => {
		const feed = feedOf([]);
		expectAtom(feed);
		expect(feed.querySelectorAll("entry")).toHaveLength(0);
	});

	it("contains the outcome and the link of each analysis", () => {
		const feed = feedOf([entry()]);
		expectAtom(feed);
		const [first] = feed.querySelectorAll("entry");
		expect(own(first, "id")).toEqual(["tag:bs.example.org,2026:results/abcdefghijk"]);
		expect(own(first, "summary")).toEqual([
			"3 AI models rate the one statement as questionable, from memory. BS score 82 of 100 (0 is factual, 100 is false). Channel: Bridge Channel",
		]);
		expect(first?.querySelector("link")?.getAttribute("href")).toBe(
			"https://bs.example.org/results/abcdefghijk",
		);
		expect(first?.querySelector("category")?.getAttribute("term")).toBe("high");
	});

	it("contains no score if there were no statements", () => {
		const feed = feedOf([
			entry({
				claims_count: 0,
				bs_score: 0,
				coverage: { checkable: 0, checked: 0 },
				finding: NO_FINDING,
			}),
		]);
		expect(own(feed.querySelector("entry"), "summary")[0]).toMatch(/^Nothing to check/);
		expect(feed.querySelector("category")).toBeNull();
	});

	it("is updated at the time of its latest entry", () => {
		const feed = feedOf([
			entry({ updated_at: "2026-01-05T00:00:00.000Z" }),
			entry({ updated_at: "2026-02-01T00:00:00.000Z" }),
			entry({ updated_at: "2026-01-09T00:00:00.000Z" }),
		]);
		expect(own(feed.documentElement, "updated")).toEqual(["2026-02-01T00:00:00.000Z"]);
	});

	it("stays well-formed for any title and channel", () => {
		const random = seededRandom(4287);
		const [titles, channels] = [hostileTexts(200, random), hostileTexts(200, random)];
		const feed = feedOf(
			titles.map((title, index) => entry({ title, channel_name: channels[index] ?? "" })),
		);
		expectAtom(feed);
		expect(feed.querySelectorAll("entry")).toHaveLength(200);
		expect(feed.querySelector("script, img, style")).toBeNull();
	});
});
