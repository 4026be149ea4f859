import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { calibratedConfidence } from "#contract/confidence.ts";
import type { SpendingAnalyses } from "#contract/spending.ts";
import { fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import { startWebWorld, type WebWorld } from "#tests/support/fakes/web-sites.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { ADMIN_EMAIL, signedInAdmin } from "#tests/support/world/signed-in.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const ROOF = "The copper roof of the old market hall was finished in 1931.";
const BEFORE = "Let me tell you something about the buildings.";
const AFTER = "People still come and look at it.";
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";
const QUOTE = "The copper roof of the market hall was finished in 1931 after two years of work";
const ARTICLES = [
	{ title: "Roof", revised: "2026-01-01T00:00:00Z", paragraphs: [`${QUOTE}.`, FILLER, FILLER] },
];
const CONTRADICTING = { stance: "refutes", quote: QUOTE };

let wiki: WebWorld;
let product: Product;
let member: Client;

const settings = () => ({
	EVIDENCE_SOURCES: "wikipedia",
	WIKIPEDIA_BASE_URL: wiki.origin,
	CONTACT_EMAIL: "team@example.org",
	PROVIDER_TIMEOUT_MS: "3000",
	ADMIN_EMAILS: ADMIN_EMAIL,
});

beforeAll(async () => {
	wiki = await startWebWorld();
	product = await startProduct(settings());
	member = await product.member();
});
afterAll(async () => {
	await product?.stop();
	await wiki?.close();
});
beforeEach(() => {
	product.ai.reset();
	product.ai.answer({
		extract: () => ({ statements: [{ content: ROOF, quote: ROOF, importance: 90 }] }),
	});
	wiki.serve(fakeWikipedia(ARTICLES));
});

function aVideo(at = product): string {
	const cues = [BEFORE, ROOF, AFTER].map((text, place) => ({ start: 5 * place, text }));
	return at.newVideo({ tracks: [{ language: "en", cues }] });
}

async function analyse() {
	const { report, ending, events } = await runToEnd(member, aVideo());
	expect(ending.event).toBe("completed");
	const [roof] = report.statements;
	if (!roof) throw new Error("There is no statement.");
	return { roof, events };
}

const checks = (at = product) => at.ai.calls.filter(({ kind }) => kind === "check_support");

const rated = (verdict: string, score: number, citations: object[]) => ({
	verdict,
	score,
	confidence: 80,
	explanation: "What the rater says.",
	missing: "",
	next_query: "",
	citations: citations.map((it) => ({ passage: "P1", ...it })),
	lean: { score: 60, confidence: 40 },
});

describe("the quotes of a verdict", () => {
	it("are read once more before the statement is told, and confirm it", async () => {
		const { roof, events } = await analyse();
		expect(roof).toMatchObject({
			verdict: "supported",
			basis: "evidence",
			support: { shows: "all", missing_part: "", probability: 90, by: "openai" },
			...calibratedConfidence({ said: 80, read: true, differ: false }),
		});
		expect(checks()).toHaveLength(1);
		const told = events.filter(({ event }) => event === "statement");
		expect(told.map(({ data }) => data)).toMatchObject([{ support: { shows: "all" } }]);
	});

	it("are read with the speaker's words and their surroundings, without a verdict", async () => {
		await analyse();
		const [check] = checks();
		const [speech, quote] = check?.passages ?? [];
		expect(check?.statement).toBe(ROOF);
		expect(speech).toBe(`${BEFORE} ${ROOF} ${AFTER}`);
		expect(quote?.split("\n")).toEqual([
			"Before it: ",
			expect.stringContaining(`Quote: ${QUOTE}`),
			expect.stringMatching(/^After it: .*The town has written much/),
		]);
		const asked = JSON.stringify(check?.body);
		expect(asked).toContain("127.0.0.1");
		expect(asked).toContain("published 2026-01-01");
		expect(asked).not.toMatch(/supported|refuted|looked at|read \d+ passages/);
	});

	it("leave it unverified if they show a part, which is named", async () => {
		const missing_part = "which market hall it was";
		product.ai.answer({
			check_support: () => ({ shows: "Part", missing_part, probability: "80%" }),
		});
		const { roof } = await analyse();
		expect(roof).toMatchObject({
			verdict: "unverified",
			unverified_reason: "part_only",
			basis: "memory",
			interval: null,
			support: { shows: "part", missing_part, probability: 80 },
			evidence: [{ stance: "supports", quote: expect.stringContaining("finished in 1931") }],
			ratings: [{ verdict: "supported" }, { verdict: "supported" }, { verdict: "supported" }],
		});
		expect(roof.explanation).toMatch(/read \d passages/);
	});

	it("name no missing part if the reader only repeats the instructions", async () => {
		const missing_part = "what the quotes leave open";
		product.ai.answer({ check_support: () => ({ shows: "part", missing_part, probability: 80 }) });
		const { roof } = await analyse();
		expect(roof.support).toMatchObject({ shows: "part", missing_part: "" });
	});

	it.each(["contrary", "nothing"])("do not confirm it if they show %s", async (shows) => {
		product.ai.answer({ check_support: () => ({ shows, missing_part: "", probability: 90 }) });
		const { roof } = await analyse();
		expect(roof).toMatchObject({
			verdict: "unverified",
			unverified_reason: "not_confirmed",
			support: { shows },
			independent_sources: 0,
		});
		expect(roof.evidence).toHaveLength(1);
	});

	it("confirm that a statement is refuted by showing the contrary", async () => {
		product.ai.answer({ rate_by_evidence: () => rated("refuted", 90, [CONTRADICTING]) });
		const { roof } = await analyse();
		expect(roof).toMatchObject({ verdict: "refuted", support: { shows: "contrary" } });
	});

	it("are read by the first that cited nothing for the verdict", async () => {
		const abstention = rated("not_enough_evidence", 50, []);
		const refuted = rated("refuted", 90, [CONTRADICTING]);
		product.ai.answer({
			rate_by_evidence: ({ provider }) => (provider === "claude" ? abstention : refuted),
		});
		const { roof } = await analyse();
		expect(roof.support).toMatchObject({ by: "claude" });
		expect(checks().map(({ provider }) => provider)).toEqual(["claude"]);
	});

	it("are not read where there is no verdict", async () => {
		product.ai.answer({ rate_by_evidence: () => rated("not_checkable", 50, []) });
		const { roof } = await analyse();
		expect(roof).toMatchObject({ unverified_reason: "not_checkable", support: null });
		expect(checks()).toHaveLength(0);
	});
});

describe("a second reading that fails", () => {
	it.each([
		["the provider refuses", { fault: { status: 401 } }],
		["the answer is nonsense", { fault: { said: "The quotes look fine." } }],
		["the answer has other types", { fault: "wrong_types" }],
		["the answer never comes", { fault: "never_answers" }],
	] as const)("leaves the verdict with less confidence: %s", async (_, behaviour) => {
		product.ai.behave("all", behaviour, "check_support");
		const { roof } = await analyse();
		expect(roof).toMatchObject({
			verdict: "supported",
			basis: "evidence",
			support: null,
			...calibratedConfidence({ said: 80, read: false, differ: false }),
		});
	});
});

describe("the cost of the second readings", () => {
	it("is told by step", async () => {
		const { roof } = await analyse();
		const admin = await signedInAdmin(product);
		const { body } = await admin.get<SpendingAnalyses>("/api/admin/spending/analyses");
		const run = body.analyses.find(({ video_id }) => video_id === roof.video_id);
		expect(run?.steps).toContainEqual(
			expect.objectContaining({ step: "check_support", provider: "openai", calls: 1 }),
		);
	});
});

describe("SECOND_READING=off", () => {
	it("reads no quotes again, and has the confidence that was measured without it", async () => {
		const other = await startProduct({ ...settings(), SECOND_READING: "off" });
		try {
			const { report } = await runToEnd(await other.member(), aVideo(other));
			const roof = report.statements.find(({ content }) => content === ROOF);
			expect(roof).toMatchObject({ verdict: "supported", support: null });
			expect(roof).toMatchObject(calibratedConfidence({ said: 80, read: false, differ: false }));
			expect(checks(other)).toHaveLength(0);
		} finally {
			await other.stop();
		}
	});
});
