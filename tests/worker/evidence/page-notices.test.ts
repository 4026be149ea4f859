import { describe, expect, it } from "vitest";
import type { EvidenceRecord } from "#contract/evidence.ts";
import type { Report } from "#contract/video.ts";
import type { FakeKind } from "#tests/support/fakes/ai-wires.ts";
import { fakeCrossref, type RegisteredPaper } from "#tests/support/fakes/evidence-sources.ts";
import { checkedHalls, html, QUOTED } from "#tests/support/world/checked-halls.ts";

const halls = checkedHalls();

let papers = 0;
/** A paper's page, and what the register says of it. */
function aPaper(registered: RegisteredPaper, title = "The hall") {
	papers += 1;
	const doi = `10.1000/hall.${papers}`;
	const register = (paper: RegisteredPaper) => {
		const site = fakeCrossref({ [doi]: paper });
		halls.sites.crossref = (path, response) => site(path.slice("/crossref".length), response);
	};
	register(registered);
	const head = `<title>${title}</title><meta name="citation_doi" content="${doi}">`;
	return { site: html(QUOTED, head), doi, register };
}

const recordOf = async (video_id: string) =>
	(await halls.world.member.get<EvidenceRecord>(`/api/videos/${video_id}/evidence`)).body;
const reportOf = async (video_id: string) =>
	(await halls.world.member.get<Report>(`/api/videos/${video_id}`)).body;
const ratings = () =>
	halls.world.product.ai.calls.filter(({ kind }) => kind === "rate_by_evidence");
const opened = (path: string) => halls.web.asked.filter((it) => it.path.startsWith(path));

describe("a page that is retracted, satire or advertising", () => {
	it.each([
		["retracted", () => aPaper({}, "RETRACTED: The hall").site],
		["retracted", () => aPaper({ updated_by: ["retraction"] }).site],
		["satire", () => html(QUOTED, '<meta property="article:section" content="Satire">')],
		["advertising", () => html(QUOTED, '<meta property="article:section" content="Sponsored">')],
	])("decides nothing and is named: %s", async (notice, site) => {
		halls.world.product.ai.reset();
		const { video_id, report } = await halls.anAnalysedVideo(site());
		expect(report.statements[0]).toMatchObject({
			verdict: "unverified",
			unverified_reason: "no_evidence_found",
			evidence: [],
		});
		expect(ratings()).toEqual([]);
		expect((await recordOf(video_id)).pages).toMatchObject([{ status: "opened", notice }]);
	});
});

describe("a paper that is doubted, corrected or a preprint", () => {
	it.each([
		[
			{ updated_by: ["expression_of_concern"] },
			"expression_of_concern",
			"published an expression of concern",
		],
		[{ updated_by: ["correction"] }, "corrected", "corrected since"],
		[{ subtype: "preprint" }, "preprint", "preprint, not reviewed"],
	])("decides, and models and readers are told: %o", async (registered, notice, words) => {
		halls.world.product.ai.reset();
		const { video_id } = await halls.aCheckedVideo(aPaper(registered).site);
		const lineOf = (kind: FakeKind) => {
			const call = halls.world.product.ai.calls.find((it) => it.kind === kind);
			return /(?:P1|Quote 1) · .*?(?=\\n===)/.exec(JSON.stringify(call?.body))?.[0];
		};
		expect(lineOf("rate_by_evidence")).toMatch(new RegExp(`${words}$`));
		expect(lineOf("check_support")).toMatch(new RegExp(`${words}$`));
		expect(await halls.pieceOf(video_id)).toMatchObject({ notice, retracted_at: null });
	});
});

describe("a cited paper that is retracted later", () => {
	it("is named in the report when it is opened again, and keeps its state", async () => {
		const { site, register, doi } = aPaper({});
		const { video_id, url } = await halls.aCheckedVideo(site);
		expect(opened(`/crossref/works/${doi}`)).toHaveLength(1);
		expect(await halls.pieceOf(video_id)).toMatchObject({ notice: null, retracted_at: null });

		register({ updated_by: ["retraction"] });
		await halls.openAgain(url);
		const piece = await halls.pieceOf(video_id);
		expect(piece).toMatchObject({ state: "found", retracted_at: piece.reopened_at });
		const { video, statements } = await reportOf(video_id);
		expect(video.evidence_changed_at).toMatch(/^20/);
		expect(statements[0]).toMatchObject({ verdict: "supported" });

		await halls.openAgain(url);
		expect((await halls.pieceOf(video_id)).retracted_at).toBe(piece.retracted_at);

		register({});
		await halls.openAgain(url);
		expect(await halls.pieceOf(video_id)).toMatchObject({ retracted_at: null });
		expect((await reportOf(video_id)).video.evidence_changed_at).toBe(null);
	});

	it("is named if its publisher's page says so", async () => {
		const { video_id, name, url } = await halls.aCheckedVideo(aPaper({}).site);
		halls.sites[name] = aPaper({}, "RETRACTED ARTICLE: The hall").site;
		await halls.openAgain(url);
		expect((await halls.pieceOf(video_id)).retracted_at).toMatch(/^20/);
	});

	it("stays as it is if the register gives no answer", async () => {
		const { site, register } = aPaper({});
		const { video_id, url } = await halls.aCheckedVideo(site);
		register({ updated_by: ["retraction"] });
		await halls.openAgain(url);
		const { retracted_at } = await halls.pieceOf(video_id);
		expect(retracted_at).toMatch(/^20/);
		// Last of all: a failed register is left alone for a while.
		halls.sites.crossref = (_, response) => response.writeHead(500).end();
		await halls.openAgain(url);
		expect(await halls.pieceOf(video_id)).toMatchObject({ state: "found", retracted_at });
	});
});
