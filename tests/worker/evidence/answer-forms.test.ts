import { expect, it } from "vitest";
import type { EvidenceRecord } from "#contract/evidence.ts";
import { DEFAULT_ANSWERS, type FakeAnswers } from "#tests/support/fakes/ai-answers.ts";
import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";
import { fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import { startWebWorld } from "#tests/support/fakes/web-sites.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const ROOF = "The copper roof of the old market hall was finished in 1931.";
const SAID = [ROOF, "The lighthouse at the harbour is exactly 44 metres high today."];
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";
const QUOTE = "The copper roof of the market hall was finished in 1931 after two years of work";

const wiki = opened(async () => {
	const world = await startWebWorld();
	return { ...world, stop: world.close };
});
const product = opened(() =>
	startProduct({
		EVIDENCE_SOURCES: "wikipedia",
		WIKIPEDIA_BASE_URL: wiki.origin,
		CONTACT_EMAIL: "team@example.org",
	}),
);
const member = opened(() => product.member());

/** The usual rating with its citations in another form. */
function withCitations(form: (citations: unknown[]) => unknown) {
	return (call: FakeCall) => {
		const answer = DEFAULT_ANSWERS.rate_by_evidence(call) as { citations: unknown[] };
		return { ...answer, citations: form(answer.citations) };
	};
}

/** The usual answer with its statements numbered from 0. */
function fromZero(usual: (call: FakeCall) => unknown) {
	return (call: FakeCall) =>
		Object.fromEntries(
			Object.entries(usual(call) as Record<string, object[]>).map(([name, items]) => [
				name,
				items.map((item, statement) => ({ ...item, statement })),
			]),
		);
}

it.each<[string, Partial<FakeAnswers>]>([
	["one citation in place of a list", { rate_by_evidence: withCitations(([one]) => one) }],
	["citations as a string", { rate_by_evidence: withCitations((all) => JSON.stringify(all)) }],
	[
		"statements that are numbered from 0",
		{
			plan: fromZero(DEFAULT_ANSWERS.plan),
			check_wording: fromZero(DEFAULT_ANSWERS.check_wording),
		},
	],
])("answers with %s are read", async (_, answers) => {
	wiki.serve(
		fakeWikipedia([
			{ title: "Roof", revised: "2026-01-01T00:00:00Z", paragraphs: [`${QUOTE}.`, FILLER, FILLER] },
		]),
	);
	product.ai.reset();
	product.ai.answer(answers);
	const cues = SAID.map((text, at) => ({ start: 5 * at, text }));
	const { report } = await runToEnd(
		member,
		product.newVideo({ tracks: [{ language: "en", cues }] }),
	);
	const roof = report.statements.find(({ content }) => content === ROOF);
	expect(roof).toMatchObject({ verdict: "supported", basis: "evidence", ai_score: 10 });
	expect(roof?.evidence[0]?.quote).toContain("was finished in 1931");
	expect(roof?.ratings.map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
	const { body } = await member.get<EvidenceRecord>(`/api/videos/${report.video.id}/evidence`);
	const asked = body.searches.filter(({ statement_id }) => statement_id === roof?.id);
	expect(asked.map(({ query }) => query).join("\n")).toMatch(/copper roof/i);
});
