import { cleanup, fireEvent, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CALIBRATION } from "#contract/confidence.ts";
import { UNVERIFIED_REASONS, UNVERIFIED_WORDS } from "#contract/verdicts.ts";
import { unnamedBands, WORDS_OF_BANDS } from "#tests/support/world/page-checks.ts";
import { card, EVIDENCE_PATH, open, prepareCards, show } from "#tests/web/reports/shown-card.tsx";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import {
	CONFLICTING,
	checkedReport,
	MISSING_CONTEXT,
	OUTDATED,
	REFUTED,
	SUPPORTED,
	sampleEvidence,
	unverified,
} from "#tests/web/support/sample-evidence.ts";

prepareCards();

describe("card of a checked statement", () => {
	it.each([
		["Supported", SUPPORTED, "wikipedia.org, Nov 2, 2025"],
		["No longer true", OUTDATED, "lab.example, Jun 14, 2026"],
		["Missing context", MISSING_CONTEXT, "materials.example, May 2, 2021"],
		["Refuted", REFUTED, "example.org, May 2, 2021"],
	])("begins with %s, its score and its strongest quote", (word, statement, where) => {
		show([statement]);
		expect(card().textContent).toMatch(new RegExp(`^${word}BS Score ${statement.ai_score} of 100`));
		expect(card().textContent).toContain(`${where}: `);
		expect(card().textContent).toContain(statement.evidence[0]?.quote);
		expect(card().textContent).toContain("found on the page");
	});

	it("shows a quote of each side if sources disagree", () => {
		show([CONFLICTING]);
		expect(card().textContent).toMatch(/^Sources disagreeBS Score 50 of 100/);
		expect(card().textContent).toContain("For: river.example");
		expect(card().textContent).toContain("Against: gov.example");
	});

	it("shows the checked sentence, and the spoken words if they differ", () => {
		show([REFUTED]);
		expect(card().textContent).toContain(`${REFUTED.content}In the video: ${REFUTED.quote}`);
		cleanup();
		show([SUPPORTED]);
		expect(card().textContent).toContain(`“${SUPPORTED.quote}”`);
		expect(card().textContent).not.toContain("In the video");
	});

	it("shows the models' lean if it differs by more than 30 points", () => {
		show([REFUTED]);
		expect(card().textContent).toContain(
			"From memory, the models lean true. With the sources it is 91: refuted.",
		);
		cleanup();
		show([SUPPORTED]);
		expect(card().textContent).not.toContain("From memory");
	});

	it("says if a quote has left its page, and prefers one that is still there", () => {
		const [first] = SUPPORTED.evidence;
		const gone = sampleEvidence({ ...first, state: "gone", site: "old.example" });
		show([{ ...SUPPORTED, evidence: [gone] }]);
		expect(card().textContent).toContain("the page is no longer there");
		cleanup();
		show([{ ...SUPPORTED, evidence: [gone, ...SUPPORTED.evidence] }]);
		expect(card().textContent).not.toContain("old.example");
	});

	it("shows every coloured verdict with its icon and word", () => {
		const all = [SUPPORTED, OUTDATED, MISSING_CONTEXT, CONFLICTING, REFUTED];
		expect(unnamedBands(show(all), WORDS_OF_BANDS)).toEqual([]);
	});
});

describe("explanation in another language", () => {
	it("has the transcript's language and its own direction", async () => {
		const report = checkedReport();
		const explanation = "Die Brücke wurde 1932 eröffnet.";
		show([{ ...SUPPORTED, explanation }], {
			...report,
			video: { ...report.video, language: "de" },
		});
		await open();
		const shown = await within(card()).findByText(explanation);
		expect(shown.getAttribute("lang")).toBe("de");
		expect(shown.getAttribute("dir")).toBe("auto");
	});
});

describe("card of an unverified statement", () => {
	const with_models = UNVERIFIED_REASONS.filter((reason) => reason !== "no_rater");
	it.each(with_models)("gives the reason: %s", (reason) => {
		show([unverified(reason)]);
		expect(card().textContent).toMatch(/^Unverified: /);
		expect(card().textContent).toContain(UNVERIFIED_WORDS[reason]);
	});

	it.each(UNVERIFIED_REASONS)("asks for a source, not about a rating: %s", async (reason) => {
		show([unverified(reason, reason === "no_rater" ? { ratings: [], lean: null } : {})]);
		await open();
		await within(card()).findByText("Do you know a source?");
		expect(within(card()).queryByText("Is this rating right?")).toBeNull();
		expect(within(card()).getAllByRole("button", { name: "Add a page about this" })).toHaveLength(
			1,
		);
	});

	it("does not speak of sources if only sample pages were searched", async () => {
		const report = checkedReport();
		show([unverified("no_evidence_found", { lean: null, ratings: [] })], {
			...report,
			video: { ...report.video, evidence_sources: ["samples"] },
		});
		await open();
		await within(card()).findByText("Do you know a source?");
		expect(card().textContent).toContain("Only the sample pages were searched");
		expect(card().textContent).not.toContain("The sources were searched");
	});

	it("shows the best passage if no model was there to rate it, without score or colour", () => {
		const passage = {
			url: "https://en.wikipedia.org/w/index.php?oldid=7",
			title: "Bridge",
			site: "wikipedia.org",
			kind: "encyclopedia" as const,
			published_at: "2026-01-02",
			text: "The bridge was opened in 1932.",
		};
		const rest = { ratings: [], lean: null, evidence: [] };
		show([unverified("no_rater", { ...rest, passages: [passage] })]);
		expect(card().textContent).toMatch(/^Unverified: no AI model here/);
		expect(card().textContent).toContain(
			"wikipedia.org, Jan 2, 2026: The bridge was opened in 1932.",
		);
		expect(card().textContent).not.toContain("score");
		expect(card().querySelector("[data-band]")).toBeNull();
		show([unverified("no_rater", { ...rest, passages: [] })]);
		expect(document.body.textContent).toContain("No passage about it was read.");
	});

	it("describes the models' lean without score or colour", () => {
		show([unverified("no_evidence_found")]);
		expect(card().textContent).toContain("The models lean false, without a source.");
		expect(card().textContent).not.toContain("78");
		expect(card().querySelector("[data-band]")).toBeNull();
		expect(card().innerHTML).not.toMatch(/(text|border|bg)-(factual|moderate|high)/);
	});

	it("omits the lean if no model has one", () => {
		const ratings = unverified("not_enough").ratings.map((rating) => ({
			...rating,
			lean: { score: 50, confidence: 0 },
		}));
		show([unverified("not_enough", { ratings })]);
		expect(card().textContent).not.toContain("lean");
	});
});

describe("details of a statement", () => {
	it.each([
		["Supported", SUPPORTED, "likely between 2 and 13"],
		["No longer true", OUTDATED, "likely between 12 and 32"],
		["Missing context", MISSING_CONTEXT, "likely between 45 and 65"],
		["Sources disagree", CONFLICTING, "likely between 41 and 59"],
		["Refuted", REFUTED, "likely between 84 and 97"],
	])("describe the interval of the score: %s", async (_, statement, words) => {
		show([statement]);
		await open();
		expect(card().textContent).toContain(`BS Score ${statement.ai_score}, ${words}.`);
	});

	it("group the quotes by side, the verdict's own side first", async () => {
		show([REFUTED]);
		await open();
		const sides = within(card())
			.getAllByRole("heading", { level: 5 })
			.map(({ textContent }) => textContent);
		expect(sides).toEqual(["Against 3 quotes", "Context 1 quote"]);
	});

	it("highlight each quote in its context and link to it on the page", async () => {
		show([REFUTED]);
		await open();
		const [first] = REFUTED.evidence;
		const mark = within(card()).getAllByText(first?.quote ?? "", { selector: "mark" })[0];
		expect(mark?.parentElement?.textContent).toContain(first?.before);
		expect(mark?.parentElement?.textContent).toContain(first?.after);
		const [link] = within(card()).getAllByRole("link", { name: /Open at the quote/ });
		expect(link?.getAttribute("href")).toBe(
			"https://tides.example.org/sea-level#:~:text=Dated%20harbours%20of%20the%20first,centimetres%20since%20they%20were%20built.",
		);
		expect(
			within(card())
				.getByRole("link", { name: /Archived copy/ })
				.getAttribute("href"),
		).toContain("oldid=1201#:~:text=");
	});

	it("leave the strongest quote at the top of the card", async () => {
		show([REFUTED]);
		await open();
		const [first] = REFUTED.evidence;
		const head = within(card()).getAllByText(first?.quote ?? "", { selector: "q" })[0];
		expect(head?.closest("p")?.textContent).toContain(first?.site);
		expect(within(card()).getAllByText("found on the page")).not.toEqual([]);
	});

	it("list what a reader must know about each quote", async () => {
		show([REFUTED]);
		await open();
		const text = card().textContent;
		expect(text).toContain("Same text on 2 sites, counted once");
		expect(text).toContain("Published after the video");
		expect(text).toContain("Cited by OpenAI and Claude");
		expect(text).toContain("the page has since changed");
		expect(text).toContain("Only repeats the claim");
		expect(text).toContain("no date found");
	});

	it("say what is known of a page beside its text, and that it was retracted since", async () => {
		const retracted_at = "2026-03-05T10:00:00.000Z";
		const [first, ...others] = REFUTED.evidence;
		if (!first) throw new Error("no quote");
		const noted = { ...first, notice: "preprint" as const, retracted_at };
		show([{ ...REFUTED, evidence: [noted, ...others.map((it) => ({ ...it, retracted_at }))] }]);
		expect(card().textContent).toContain("the page was retracted since");
		expect(card().textContent).toContain("Preprint, not reviewed by other researchers");
		await open();
		expect(card().textContent).toContain("Found to be retracted");
	});

	it("name the pages that are not counted, with the reason", async () => {
		const page = {
			statement_ids: [REFUTED.id],
			url: "https://journal.example.org/a",
			final_url: "https://journal.example.org/a",
			title: "A daily dose",
			site: "example.org",
			status: "opened",
			reason: null,
			http_status: null,
			aimed_at_raters: false,
			by_member: false,
		};
		const pages = [
			{ ...page, notice: "retracted" },
			{ ...page, url: "https://a.example.org/b", title: "A counted page", notice: "preprint" },
		];
		const body = { searches: [], pages, dropped: [] };
		fakeApi({ [`/api/videos/${REFUTED.video_id}/evidence`]: () => ({ body }) });
		show([REFUTED]);
		await open();
		fireEvent.click(within(card()).getByText(/What was searched/));
		const list = (await within(card()).findByText("Not counted")).closest("section");
		expect(list?.textContent).toContain("A daily dose");
		expect(list?.textContent).toContain("Retracted. No verdict rests on it.");
		expect(list?.textContent).not.toContain("A counted page");
	});

	it("name simulated raters by number, not by provider", async () => {
		const report = checkedReport();
		const ratings = REFUTED.ratings.map((rating) => ({
			...rating,
			model: "simulated",
			status: "simulated" as const,
			dropped: [{ quote: "Nobody wrote this.", url: null, reason: "not_found" as const }],
		}));
		show([{ ...REFUTED, ratings }], { ...report, video: { ...report.video, simulated: true } });
		await open();
		fireEvent.click(within(card()).getByText(/What was searched/));
		const text = card().textContent;
		expect(text).toContain("Cited by Simulated rater 1 and Simulated rater 2");
		expect(text).toContain("Simulated rater 3: Refuted, 88 of 100");
		expect(text).toContain("What each rater concluded from the same pages");
		expect(await within(card()).findAllByText(/^Simulated rater 2: /)).not.toEqual([]);
		expect(text).not.toMatch(/OpenAI|Claude|Gemini/);
	});

	it("show what each model concluded and whether it counts", async () => {
		const [openai, claude, gemini] = REFUTED.ratings;
		if (!openai || !claude || !gemini) throw new Error("three ratings");
		show([
			{
				...REFUTED,
				confidence_level: 46,
				calibration: `raters_differ-${CALIBRATION.asked_on}`,
				ratings: [
					openai,
					{ ...claude, status: "unsupported" },
					{ ...gemini, status: "failed", verdict: null },
				],
			},
		]);
		await open();
		const text = card().textContent;
		expect(text).toContain("Refuted, 90 of 100 at 80% confidence");
		expect(text).toContain("none of its quotes passed the check");
		expect(text).toContain("no answer, so it does not count");
		const { right, n } = CALIBRATION.published.raters_differ;
		const link = within(card()).getByRole("link", {
			name: `Where two models did not agree, ${right} of ${n} published test verdicts were right.`,
		});
		expect(link.getAttribute("href")).toBe("/accuracy");
	});

	it("load the searches when expanded, and show quotes that were not found", async () => {
		const [openai, ...others] = REFUTED.ratings;
		if (!openai) throw new Error("a rating");
		const asked = fakeApi({
			[EVIDENCE_PATH]: () => ({
				body: {
					searches: [
						{
							statement_id: REFUTED.id,
							source: "wikipedia",
							query: "sea level",
							hits: 3,
							failure: null,
						},
						{
							statement_id: "other",
							source: "pubmed",
							query: "elsewhere",
							hits: 0,
							failure: "timeout",
						},
					],
					pages: [
						{ statement_ids: [REFUTED.id, "other"], url: "https://shut.example/a", title: "Shut" },
						{ statement_ids: ["other"], url: "https://spider.example/", title: "Spiders" },
					].map((page) => ({
						...page,
						final_url: null,
						site: "shut.example",
						status: "not_opened",
						reason: "robots",
						http_status: null,
						aimed_at_raters: false,
						by_member: true,
					})),
					dropped: [],
				},
			}),
		});
		const dropped = [
			{ url: null, quote: "the sea rose by 31 centimetres", reason: "numbers_differ" as const },
		];
		show([{ ...REFUTED, ratings: [{ ...openai, dropped }, ...others] }]);
		await open();
		expect(asked.map(({ path }) => path)).not.toContain(EVIDENCE_PATH);
		const fold = card().querySelector("details");
		if (fold === null) throw new Error("no fold");
		fold.open = true;
		fireEvent(fold, new Event("toggle"));
		await within(card()).findByText("Shut");
		const text = fold.textContent;
		expect(text).toContain("the sea rose by 31 centimetres");
		expect(text).toContain("the numbers differ from the page's");
		expect(text).toContain("The site asks programs not to open this page. Added by a member.");
		expect(text).toContain("Wikipedia: sea level 3 pages");
		expect(text).not.toContain("elsewhere");
		expect(text).not.toContain("Spiders");
	});
});
