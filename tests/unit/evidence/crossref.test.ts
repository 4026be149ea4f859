import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPermit } from "#features/evidence/ask-api.ts";
import {
	askRegister,
	createCrossref,
	findRegisteredNotice,
	noticeInRecord,
} from "#features/evidence/crossref.ts";
import type { SourceContext } from "#features/evidence/evidence-source.ts";
import { readHit } from "#features/evidence/find-pages.ts";
import { addedHit } from "#features/evidence/merge-hits.ts";
import { reopenPage } from "#features/evidence/reopen-page.ts";
import { CROSSREF_LIMIT, createGrantQueue } from "#features/evidence/source-limit.ts";
import { MemoryCache } from "#http/edge-cache.ts";
import { fakeCrossref } from "#tests/support/fakes/evidence-sources.ts";
import { type Site, startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import { sourceContext, sourceLimits } from "#tests/support/world/source-context.ts";

let web: WebWorld;
let cache: MemoryCache;
beforeAll(async () => {
	web = await startWebWorld();
});
beforeEach(() => {
	web.asked.length = 0;
	cache = new MemoryCache(1_000_000);
});
afterAll(() => web.close());

const DOI = "10.1000/182";
const record = (message: object) => ({ status: "ok", message: { DOI, ...message } });
const update = (type: string, day = "2019-07-26", doi = "10.1000/notice") => ({
	DOI: doi,
	type,
	updated: { "date-time": `${day}T00:00:00Z` },
});

describe("a record of the register", () => {
	it.each([
		["no update", {}, null],
		["a retraction", { "updated-by": [update("retraction")] }, "retracted"],
		["a retraction in part", { "updated-by": [update("partial_retraction")] }, "retracted"],
		["a withdrawal", { "updated-by": [update("withdrawal")] }, "retracted"],
		["a removal", { "updated-by": [update("removal")] }, "retracted"],
		[
			"the gravest of several",
			{ "updated-by": [update("correction"), update("retraction"), update("erratum")] },
			"retracted",
		],
		[
			"a retraction that was taken back",
			{ "updated-by": [update("retraction"), update("reinstatement", "2021-01-01")] },
			null,
		],
		[
			"a retraction after it was taken back",
			{ "updated-by": [update("retraction", "2022-01-01"), update("reinstatement")] },
			"retracted",
		],
		["a concern", { "updated-by": [update("expression_of_concern")] }, "expression_of_concern"],
		["a correction", { "updated-by": [update("corrigendum")] }, "corrected"],
		["a new version", { "updated-by": [update("new_version")] }, null],
		["a notice of another's", { "update-to": [update("retraction")] }, "retraction_notice"],
		["a correction of another's", { "update-to": [update("correction")] }, null],
		[
			"a change of its own",
			{ "update-to": [update("retraction", "2019-01-01", DOI)] },
			"retracted",
		],
		["a preprint", { type: "posted-content", subtype: "preprint" }, "preprint"],
		[
			"a preprint with a final form",
			{ subtype: "preprint", relation: { "is-preprint-of": [{ id: "10.1000/1" }] } },
			"preprint_published",
		],
		["a title with the sign", { title: ["RETRACTED: A <i>daily</i> dose"] }, "retracted"],
		["damaged fields", { title: "x", "updated-by": [7, { type: 3 }], relation: [] }, null],
	])("of %s", (_, message, notice) => expect(noticeInRecord(record(message))).toBe(notice));

	it("is none without a DOI", () => expect(() => noticeInRecord({ message: {} })).toThrow());
});

function asking(given: Partial<SourceContext> = {}): SourceContext {
	const queue = createGrantQueue();
	return sourceContext(web, {
		crossref: createCrossref(`${web.origin}/crossref`, () => cache),
		permit: createPermit({
			limiterOf: () => ({
				take: (request) => queue.take(request),
				giveBack: async (lease) => queue.giveBack(lease),
				pause: async (wait_ms) => queue.pause(wait_ms),
			}),
			limits: sourceLimits({ crossref: CROSSREF_LIMIT }),
			max_wait_ms: 5_000,
		}),
		...given,
	});
}

const questions = () => web.asked.filter(({ path }) => path.startsWith("/crossref/"));
const register = (site: Site): Site => {
	return (path, response) =>
		path.startsWith("/crossref/")
			? site(path.slice("/crossref".length), response)
			: void response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
};
const PAGE = `<title>A daily dose</title><meta name="citation_doi" content="${DOI}"><p>${"The extract halved the risk of stroke in patients who took it. ".repeat(9)}`;
const retracted = fakeCrossref({ [DOI]: { updated_by: ["retraction"] } });

describe("the question about a paper", () => {
	it("is asked once, with the contact address, for pages that are read at the same time", async () => {
		web.serve(register(retracted));
		const context = asking();
		const notices = [1, 2, 3].map(() => findRegisteredNotice(DOI, context));
		expect(await Promise.all(notices)).toEqual(["retracted", "retracted", "retracted"]);
		expect(await findRegisteredNotice(DOI, context)).toBe("retracted");
		expect(questions().map(({ path }) => path)).toEqual([
			`/crossref/works/${DOI}?mailto=team%40example.org`,
		]);
	});

	it("is asked again if a page is opened again", async () => {
		web.serve(register(retracted));
		const context = asking();
		await findRegisteredNotice(DOI, context);
		await askRegister(DOI, context, { afresh: true });
		expect(questions()).toHaveLength(2);
	});

	it("says whether it was answered, so that a failure takes back nothing", async () => {
		web.serve(register(fakeCrossref({})));
		expect(await askRegister(DOI, asking())).toEqual({ notice: null });
		web.serve(register((_, response) => response.writeHead(500).end()));
		expect(await askRegister(DOI, asking(), { afresh: true })).toBe(null);
	});

	it("keeps that the register does not know a paper", async () => {
		web.serve(register(fakeCrossref({})));
		const context = asking();
		expect(await findRegisteredNotice(DOI, context)).toBe(null);
		expect(await findRegisteredNotice(DOI, context)).toBe(null);
		expect(questions()).toHaveLength(1);
	});

	it("is not asked without a register or a DOI", async () => {
		expect(await findRegisteredNotice(DOI, asking({ crossref: null }))).toBe(null);
		expect(await findRegisteredNotice(undefined, asking())).toBe(null);
		expect(questions()).toEqual([]);
	});

	it.each<[string, Site]>([
		["fails", (_, response) => response.writeHead(500).end()],
		["asks to wait", (_, response) => response.writeHead(429).end()],
		["breaks off", (_, response) => response.destroy()],
	])("leaves a register alone that %s, and costs nothing", async (_, site) => {
		web.serve(register(site));
		const context = asking();
		expect(await findRegisteredNotice(DOI, context)).toBe(null);
		web.serve(register(retracted));
		expect(await findRegisteredNotice("10.1000/183", context)).toBe(null);
		expect(questions()).toHaveLength(1);
	});

	it.each<[string, Site]>([
		["refuses the DOI", (_, response) => response.writeHead(400).end()],
		["answers with no record", (_, response) => response.writeHead(200).end("<p>Maintenance")],
	])("is asked about other papers if the register %s", async (_, site) => {
		web.serve(register(site));
		const context = asking();
		expect(await findRegisteredNotice("10.1000/183", context)).toBe(null);
		web.serve(register(retracted));
		expect(await findRegisteredNotice(DOI, context)).toBe("retracted");
	});

	it("has the page's own time", async () => {
		web.serve(register(() => {}));
		const spent = async () => {
			throw new Error("No time is left.");
		};
		expect(await findRegisteredNotice(DOI, asking({ page_time: spent }))).toBe(null);
		expect(questions()).toEqual([]);
	});
});

describe("a paper's page", () => {
	const read = (context: SourceContext) => {
		const hit = addedHit({ url: `${web.origin}/paper`, title: "", can_move: false });
		const wanted = [
			{ statement: 0, said: ["The extract halved the risk of stroke."], queries: [] },
		];
		return readHit([], { hit, wanted, today: "2026-01-01", channel_name: null }, context);
	};

	it("is read with what the register says", async () => {
		web.serve(register(retracted));
		expect(await read(asking())).toMatchObject({ ok: true, facts: { notice: "retracted" } });
	});

	it("is read without it if the register gives no answer", async () => {
		web.serve(register((_, response) => response.writeHead(503).end()));
		const answer = await read(asking());
		expect(answer).toMatchObject({ ok: true });
		expect(answer.ok && answer.facts.notice).toBe(undefined);
	});

	it.each([
		["retracted", ["retraction"], true],
		["not retracted", ["correction"], false],
	])("is known as %s when it is opened again", async (_, updated_by, is_retracted) => {
		web.serve(register(fakeCrossref({ [DOI]: { updated_by } })));
		const page = {
			final_url: `${web.origin}/paper`,
			fetched_at: "2026-01-01T00:00:00.000Z",
			canonical_version: 3,
			quotes: ["The extract halved the risk of stroke"],
		};
		expect(await reopenPage([], page, "current", asking())).toMatchObject({
			ok: true,
			is_retracted,
		});
	});
});
