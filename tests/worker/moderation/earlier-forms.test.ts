import { beforeAll, describe, expect, it } from "vitest";
import type { Analysis, AnalyzeResponse } from "#contract/analysis.ts";
import type { EvidenceRecord } from "#contract/evidence.ts";
import type { Following, FollowList } from "#contract/follows.ts";
import { StatementId } from "#contract/ids.ts";
import { claimKey } from "#features/statements/claim-key.ts";
import { aStatement, instant } from "#tests/support/fixtures/publications.ts";
import { expectProblem } from "#tests/support/world/answer-checks.ts";
import { watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import {
	ADMIN_EMAIL,
	aMember,
	published,
	type SignedIn,
	signedInAdmin,
} from "#tests/support/world/signed-in.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const product = opened(() => startProduct({ ADMIN_EMAILS: ADMIN_EMAIL }));
const admin = opened(async () => ({ ...(await signedInAdmin(product)), stop: () => {} }));

const WHY = { hidden: true, reason: "defamation", sentence: "A court said so." };
async function hide(kind: string, id: string): Promise<void> {
	expect((await admin.post("/api/admin/hidden", { kind, id, ...WHY })).status).toBe(200);
}

const BEFORE = "Magenta ferries sank beside Perihelion quay.";
const NOW = "Beside Perihelion quay all magenta ferries went down.";

describe("a statement that is hidden by an earlier or later form of it", () => {
	let member: SignedIn;
	const made = { video_id: "", first: "", second: "" };

	beforeAll(async () => {
		member = await aMember(product);
		const said = { quote: "magenta ferries sank", quote_key: "magentaferriessank" };
		const first = aStatement({
			...said,
			id: StatementId.parse("earlier-form-000001"),
			content: BEFORE,
			verdict: "supported",
			ai_score: 10,
		});
		const { video_id } = await published(product, { statements: [first] });
		await member.put(`/api/follows/video/${video_id}`);
		await member.put(`/api/follows/claim/${claimKey(BEFORE, "en")}`);
		const second = aStatement({
			...said,
			id: StatementId.parse("later-form-0000001"),
			content: NOW,
			replaces: first.id,
			verdict: "refuted",
			ai_score: 90,
		});
		const other = aStatement({ quote: "the quay is long", quote_key: "thequayislong" });
		const page = {
			url: "https://example.org/ferries",
			final_url: null,
			title: "Magenta ferries",
			site: "example.org",
			status: "not_opened" as const,
			reason: "interrupted" as const,
			http_status: null,
			aimed_at_raters: false,
			by_member: false,
			notice: null,
		};
		const search = { source: "wikipedia" as const, hits: 1, failure: null };
		await published(product, {
			video_id,
			ended_at: instant(9),
			statements: [second, other],
			searches: [
				{ ...search, statement_id: second.id, query: NOW },
				{ ...search, statement_id: other.id, query: "A quay" },
			],
			pages: [{ ...page, statement_ids: [second.id] }],
		});
		Object.assign(made, { video_id, first: first.id, second: second.id });
	});

	/** What members were notified of, or are to be. */
	const told = async () =>
		JSON.stringify(
			await product.rows(
				"select data from notifications where json_extract(data, '$.video_id') = ? union all select payload from notification_outbox where delivered_at is null and kind = 'verdict_moved'",
				made.video_id,
			),
		);
	const happened = async () =>
		JSON.stringify((await member.get<Following>("/api/following")).body.items);
	const record = async () =>
		(await member.get<EvidenceRecord>(`/api/videos/${made.video_id}/evidence`)).body;

	it("leaves searches, follows, what has happened and notifications", async () => {
		for (const read of [told, happened]) expect(await read()).toContain("agenta ferries");
		expect((await record()).searches).toHaveLength(2);
		await hide("statement", made.first);
		for (const read of [told, happened]) expect(await read()).not.toContain("agenta ferries");
		const { searches, pages } = await record();
		expect(searches.map(({ query }) => query)).toEqual(["A quay"]);
		expect(pages).toEqual([]);
		const { body } = await member.get<FollowList>("/api/follows");
		expect(JSON.stringify(body)).not.toContain("agenta ferries");
	});
});

describe("a request that is repeated with its Idempotency-Key", () => {
	it("does not bring back what was taken down since", async () => {
		const member = await aMember(product);
		const content = "Ochre trams ran to Zenith hill.";
		const { video_id, statements } = await published(product, {
			statements: [aStatement({ content, quote: "ochre trams ran", quote_key: "ochretramsran" })],
		});
		const ask = () =>
			member.post<AnalyzeResponse>(
				"/api/analyze",
				{ url: watchUrl(video_id), at: 12 },
				{ "idempotency-key": "the-same" },
			);
		expect((await ask()).body.statements?.map((it) => it.content)).toEqual([content]);
		await hide("statement", statements[0]?.id ?? "");
		expect(JSON.stringify((await ask()).body)).not.toContain(content);
	});

	it("is refused if the report was taken down since", async () => {
		const member = await aMember(product);
		const { video_id } = await published(product, { statements: [aStatement()] });
		const ask = () =>
			member.post("/api/analyze", { url: watchUrl(video_id) }, { "idempotency-key": "the-same" });
		expect((await ask()).status).toBe(200);
		await hide("video", video_id);
		expectProblem(await ask(), 451, "taken_down");
	});
});

describe("a moment beside a hidden statement", () => {
	it("does not show its words while it is checked, nor afterwards", async () => {
		const member = await aMember(product);
		const id = product.newVideo();
		const { report } = await runToEnd(member, id);
		const [gone] = report.statements;
		if (!gone) throw new Error("There is no statement");
		await hide("statement", gone.id);
		// What was read of the whole video would answer.
		await product.rows(
			"update videos set scope = 'moments', bs_score = null, confidence_level = null where id = ?",
			id,
		);
		const asked = await member.post("/api/analyze", { url: watchUrl(id), at: gone.timestamp });
		expect(asked.status).toBe(202);
		const stream = await member.events(id);
		await stream.ended;
		const said = stream.events.flatMap(({ data }) => {
			const { analysis } = data as { analysis?: Analysis | null };
			return analysis?.moment?.said ?? [];
		});
		expect(said.length).toBeGreaterThan(0);
		expect(said.join()).toContain("[taken down]");
		expect(JSON.stringify(stream.events)).not.toContain(gone.quote);
	});
});

it("the lines of a member's text that were not understood have no hidden words", async () => {
	const quote = "teal barges burned at the Cinnabar docks";
	const { video_id, statements } = await published(product, {
		statements: [aStatement({ quote, quote_key: quote.replaceAll(" ", "").toLowerCase() })],
	});
	await product.rows(
		"update transcripts set reading = ? where video_id = ?",
		JSON.stringify({ cues: 3, untimed: 1, not_understood: [`[99:99] ${quote}`] }),
		video_id,
	);
	const read = async () => (await product.visitor().report(video_id)).transcript?.not_understood;
	expect(await read()).toEqual([`[99:99] ${quote}`]);
	await hide("statement", statements[0]?.id ?? "");
	await expect.poll(read, { timeout: 10_000 }).toEqual(["[99:99] [taken down]"]);
});
