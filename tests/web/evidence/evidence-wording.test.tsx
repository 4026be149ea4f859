import { cleanup, fireEvent, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { card, EVIDENCE_PATH, open, prepareCards, show } from "#tests/web/reports/shown-card.tsx";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import {
	REFUTED,
	SUPPORTED,
	sampleEvidence,
	unverified,
} from "#tests/web/support/sample-evidence.ts";

prepareCards();

describe("words of a checked statement", () => {
	it("names simulated raters in demo mode, which asks no model", () => {
		const statement = unverified("no_evidence_found");
		const ratings = statement.ratings.map((rating) => ({
			...rating,
			status: "simulated" as const,
		}));
		show([{ ...statement, ratings }]);
		expect(card().textContent).toContain("The simulated raters lean false, without a source.");
		cleanup();
		show([
			{
				...REFUTED,
				ratings: REFUTED.ratings.map((it) => ({ ...it, status: "simulated" as const })),
			},
		]);
		expect(card().textContent).toContain("From memory, the simulated raters lean true. With");
	});

	it.each([
		["No quote was given.", unverified("no_evidence_found")],
		[
			"Every quote given was found on its page.",
			{
				...SUPPORTED,
				ratings: SUPPORTED.ratings.map((rating) => ({
					...rating,
					citations: SUPPORTED.evidence.map(({ id, stance }) => ({ evidence_id: id, stance })),
				})),
			},
		],
	])("say about quotes that failed the check: %s", async (words, statement) => {
		fakeApi({ [EVIDENCE_PATH]: () => ({ body: { searches: [], pages: [], dropped: [] } }) });
		show([statement]);
		await open();
		const fold = card().querySelector("details");
		if (fold === null) throw new Error("no fold");
		fold.open = true;
		fireEvent(fold, new Event("toggle"));
		await within(card()).findByText(words);
		await within(card()).findByText("No page was found.");
	});

	it("end a quote with an ellipsis if it ends within a sentence", () => {
		const [first] = REFUTED.evidence;
		const piece = sampleEvidence({ ...first, quote: "The sea has risen," });
		show([{ ...REFUTED, quote: "and the sea,", evidence: [piece] }]);
		const quotes = [...card().querySelectorAll("q")];
		expect(quotes.map(({ textContent }) => textContent)).toEqual([
			"and the sea, …",
			"The sea has risen, …",
		]);
	});
});
