import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readHit } from "#features/evidence/find-pages.ts";
import { addedHit } from "#features/evidence/merge-hits.ts";
import { siteKind } from "#features/evidence/site-kind.ts";
import { createWikipedia } from "#features/evidence/wikipedia.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { pageOpener, sourceContext } from "#tests/support/world/source-context.ts";

const NOW = Date.UTC(2026, 0, 10, 12, 30);
const ARTICLE = "https://en.m.wikipedia.org/wiki/Iron_bridge";

type Revision = { revid: number; timestamp: string; says: string; ns?: number };

let web: WebWorld;
beforeAll(async () => {
	web = await startWebWorld();
});
afterAll(() => web.close());

/** A wiki with one page; `rvstart` is the latest time of a revision. */
function serve(revisions: Revision[]): void {
	web.serve((path, response) => {
		const url = new URL(path, web.origin);
		const html = /\/revision\/(\d+)\/html$/.exec(url.pathname)?.[1];
		if (html !== undefined) {
			const { says = "" } = revisions.find(({ revid }) => revid === Number(html)) ?? {};
			response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
			return void response.end(`<title>Iron bridge</title><p>${`${says} `.repeat(20)}</p>`);
		}
		const until = url.searchParams.get("rvstart") ?? "9999";
		const [found] = revisions
			.filter(({ timestamp }) => timestamp <= until)
			.sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
		const page = { title: url.searchParams.get("titles"), ns: revisions[0]?.ns ?? 0 };
		const listed = found ? [{ revid: found.revid, timestamp: found.timestamp }] : undefined;
		response.end(JSON.stringify({ query: { pages: [{ ...page, revisions: listed }] } }));
	});
}

const read = (can_move: boolean) =>
	readHit(
		[createWikipedia(web.origin)],
		{
			hit: addedHit({ url: ARTICLE, title: "", can_move }),
			wanted: [{ statement: 0, said: ["The bridge was opened in 1781."], queries: [] }],
			today: "2026-01-10",
			channel_name: null,
		},
		sourceContext(web, {
			now: () => NOW,
			// Wikipedia itself cannot be reached from here.
			openPage: async (request) =>
				request.url.startsWith(web.origin)
					? pageOpener(web, createOutboundGate(), () => NOW)(request)
					: { ok: false, reason: "unreachable", status: null, retry_after_ms: null },
		}),
	);

describe("an article on which a verdict may rest though a member brought it", () => {
	const OLD = {
		revid: 7,
		timestamp: "2026-01-07T12:00:00Z",
		says: "The iron bridge was opened in 1781.",
	};
	const PLANTED = {
		revid: 8,
		timestamp: "2026-01-07T12:31:00Z",
		says: "The iron bridge was never opened.",
	};

	it("is read in its newest revision of at least three days ago", async () => {
		serve([OLD, PLANTED]);
		const answer = await read(true);
		expect(answer.ok && answer.passages.map(({ text }) => text).join(" ")).toContain("1781");
		expect(JSON.stringify(answer)).not.toContain("never opened");
		expect(answer.ok && answer.facts.final_url).toContain("oldid=7");
	});

	it.each<[string, Revision[]]>([
		["if it is newer", [PLANTED]],
		["if the wiki says that it is no article", [{ ...OLD, ns: 2 }]],
		["if it is gone", []],
	])("is not read %s", async (_, revisions) => {
		serve(revisions);
		expect(await read(true)).toMatchObject({ ok: false, status: 404 });
	});

	it("is read as any page is while it only is a member's", async () => {
		serve([OLD]);
		expect(await read(false)).toMatchObject({ ok: false, reason: "unreachable" });
	});
});

describe("isOpenHost", () => {
	it.each([
		"https://ada.blogspot.co.uk/a",
		"https://github.com/a/b",
		"https://ada.github.io/a",
		"https://a.medium.com/b",
		"https://www.prnewswire.com/a",
		"https://www.academia.edu/1/A",
		"https://web.archive.org/web/2020/https://ada.substack.com/p/a",
	])("takes %s for a page that anyone can publish", (url) => {
		expect(siteKind(url)).toBe("social");
	});

	it.each([
		"https://bridge.service.gov.uk/a",
		"https://notgithub.com/a",
		"https://blogspot.example.org/a",
	])("does not take %s for one", (url) => expect(siteKind(url)).not.toBe("social"));
});
