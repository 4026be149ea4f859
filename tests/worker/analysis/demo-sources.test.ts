import { beforeAll, describe, expect, it } from "vitest";
import type { Sample } from "#contract/site.ts";
import type { VideoPage } from "#contract/video.ts";
import { fakeWikipedia } from "#tests/support/fakes/evidence-sources.ts";
import { startWebWorld } from "#tests/support/fakes/web-sites.ts";
import { opened } from "#tests/support/world/opened.ts";
import { DEMO_ENV, startProduct } from "#tests/support/world/product.ts";
import { type EndedRun, runToEnd } from "#tests/support/world/viewers.ts";

const ROOF = "The copper roof of the Harbour Hall was finished in 1931 after two years of work.";
const BICYCLE = "Nobody in Oldtown has ever owned all of the 700 purple bicycles with wings.";
const FILLER =
	"The town has written much about its buildings, and a good deal of it can be read in the library beside the station. Guides tell visitors where the stone came from, who paid for it, and which architect lost the second competition after winning the first.";
const ARTICLES = [
	{
		title: "Hall",
		revised: "2026-01-01T00:00:00Z",
		paragraphs: [
			"The copper roof of the Harbour Hall was finished in 1931. It has been repaired once since then.",
			FILLER,
			FILLER,
		],
	},
];

const world = opened(async () => {
	const site = await startWebWorld();
	site.serve(fakeWikipedia(ARTICLES));
	return { ...site, stop: () => site.close() };
});
const sources = () => ({
	EVIDENCE_SOURCES: "wikipedia,pubmed",
	WIKIPEDIA_BASE_URL: world.origin,
	PUBMED_BASE_URL: `${world.origin}/eutils`,
	CONTACT_EMAIL: "team@example.org",
});
const product = opened(() => startProduct({ ...DEMO_ENV, ...sources() }));
const member = opened(() => product.member());

let id: string;
let run: EndedRun;
beforeAll(async () => {
	const cues = [ROOF, BICYCLE].map((text, at) => ({ start: 10 * at, text }));
	id = product.newVideo({ title: "Halls of Oldtown", tracks: [{ language: "en", cues }] });
	run = await runToEnd(member, id);
});

describe("a real video on a site without a model", () => {
	it("is searched for and gets sources, and no score of any kind", async () => {
		const { ending, report } = run;
		expect(ending.event).toBe("completed");
		expect(report.video).toMatchObject({
			simulated: false,
			panel: [],
			evidence_sources: ["wikipedia", "pubmed"],
			basis: "memory",
			interval: null,
			coverage: { checkable: 2, checked: 0 },
			extraction: { by: "heuristic", found: 2, chosen: 2 },
		});
		for (const statement of report.statements)
			expect(statement).toMatchObject({
				verdict: "unverified",
				unverified_reason: "no_rater",
				ratings: [],
				lean: null,
				evidence: [],
				interval: null,
				independent_sources: 0,
			});
		expect(product.ai.calls).toEqual([]);
	});

	it("shows at most three passages of a statement, word for word from the opened page", () => {
		const [roof, bicycle] = run.report.statements;
		expect(roof?.passages[0]).toEqual({
			title: "Hall",
			site: "127.0.0.1",
			kind: "other",
			published_at: "2026-01-01",
			text: expect.stringContaining("The copper roof of the Harbour Hall was finished in 1931."),
			url: `${world.origin}/w/index.php?oldid=1`,
		});
		expect(roof?.passages.length).toBeLessThanOrEqual(3);
		expect(bicycle?.passages).toEqual([]);
	});

	it("announces each statement as soon as its pages are read", () => {
		const events = run.events.filter(({ event }) => event === "statement");
		expect(events).toHaveLength(2);
	});

	it("asks for names and numbers of a statement", async () => {
		const asked = world.asked.map(({ path }) => decodeURIComponent(path.replaceAll("+", " ")));
		expect(asked.join("\n")).toContain("q=Harbour Hall 1931");
	});

	it("charges nothing, and says so in its page", async () => {
		const spent = await product.rows<{ calls: number }>(
			"select count(*) as calls from provider_calls where run_id = (select run_id from videos where id = ?)",
			id,
		);
		expect(spent).toEqual([{ calls: 0 }]);
		const page = await (await fetch(`${product.url}/results/${id}`)).text();
		expect(page).toContain(
			"No AI model is set up here. These are the sources; judge for yourself.",
		);
		expect(page).not.toContain("AI models rated");
		expect(page).not.toContain("of 100");
	});

	it("does not change the samples, which stay simulated", async () => {
		const { body } = await member.get<{ samples: Sample[] }>("/api/samples");
		const sample = await runToEnd(member, body.samples[0]?.id ?? "");
		expect(sample.report.video).toMatchObject({
			simulated: true,
			panel: ["openai", "claude", "gemini"],
			evidence_sources: ["samples"],
		});
		expect(sample.report.statements.some(({ verdict }) => verdict === "supported")).toBe(true);
	});
});

describe("the same video once a key is there", () => {
	beforeAll(() => product.restart(sources()));

	it("counts as absent, and is rated when it is asked for", async () => {
		expect((await member.get(`/api/videos/${id}`)).status).toBe(404);
		expect((await member.get<VideoPage>("/api/videos")).body.videos).toEqual([]);
		const { report } = await runToEnd(member, id);
		expect(report.video.panel).toEqual(["openai", "claude", "gemini"]);
		for (const { unverified_reason, passages } of report.statements) {
			expect(unverified_reason).not.toBe("no_rater");
			expect(passages).toEqual([]);
		}
	});
});
