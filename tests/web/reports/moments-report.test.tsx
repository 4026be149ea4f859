import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { Moment, Report } from "#contract/video.ts";
import { badgeSvg } from "#features/sharing/badge.ts";
import { embedCard } from "#features/sharing/embed.ts";
import { oembedAnswer } from "#features/sharing/oembed.ts";
import { reportHead } from "#features/sharing/pages/report-page.ts";
import { aCard } from "#tests/support/fixtures/result-cards.ts";
import {
	sampleAnalysis,
	sampleReport,
	sampleStatement,
	sampleVideo,
} from "#tests/web/support/sample-report.ts";
import { embedCode, shareText } from "#web/features/sharing/share-links.ts";
import { VideoCard } from "#web/ui/video-card.tsx";
import { renderReport } from "./rendered-report.ts";
import { ShownReport } from "./shown-report.tsx";

const OF_MOMENTS = {
	scope: "moments",
	bs_score: null,
	confidence_level: null,
	evidence_sources: ["wikipedia"],
	coverage: { checkable: 1, checked: 1 },
	extraction: { by: "openai", found: 4, chosen: 1 },
} as const;

function aMoment(change: Partial<Moment> = {}): Moment {
	return {
		at: 83,
		from: 23,
		to: 103,
		checked_at: "2026-01-31T10:00:00.000Z",
		said: "and the first iron bridge opened in seventeen eighty-one",
		statement_ids: ["one" as StatementId],
		...change,
	};
}

function reportOfMoments(change: Partial<Report> = {}): Report {
	return sampleReport({
		video: sampleVideo({ ...OF_MOMENTS, evidence_sources: ["wikipedia"] }),
		statements: [sampleStatement({ verdict: "refuted", basis: "evidence", ai_score: 90 })],
		moments: [aMoment(), aMoment({ at: 200, said: "thank you all", statement_ids: [] })],
		left_out: [
			{
				content: "It weighs four hundred tons.",
				quote: "it weighs four hundred tons",
				timestamp: 90,
				timestamp_source: "cue",
				reason: "over_limit",
			},
		],
		...change,
	});
}

function show(report: Report, rest: Partial<Parameters<typeof ShownReport>[0]> = {}) {
	render(
		<MemoryRouter>
			<ShownReport report={report} {...rest} />
		</MemoryRouter>,
	);
}

afterEach(cleanup);

describe("a report of moments", () => {
	it("says what was checked, without a score or a gauge", async () => {
		const start = vi.fn();
		show(reportOfMoments(), { reanalysis: { start } });
		const panel = within(await screen.findByRole("region", { name: "Checked moments" }));
		expect(
			screen.getByRole("heading", {
				name: /^2 moments checked; the whole video was not analyzed\./,
			}),
		).toBeTruthy();
		expect(panel.getByText("Refuted").closest("a")?.getAttribute("href")).toBe("/#s-one");
		expect(panel.getByText("Nothing that can be checked was said there.")).toBeTruthy();
		expect(panel.getByText("thank you all")).toBeTruthy();
		expect(screen.queryByRole("meter", { name: "BS Score" })).toBeNull();
		expect(screen.queryByText(/average BS score/)).toBeNull();
		expect(screen.queryByRole("button", { name: "Rate more statements" })).toBeNull();
		expect(screen.queryByText(/Re-analyze|Fresh Analysis/)).toBeNull();
		fireEvent.click(panel.getByRole("button", { name: "Analyze the whole video" }));
		expect(start).toHaveBeenCalledOnce();
	});

	it("grows from the words to the verdict while the first moment is checked", async () => {
		const moment = { at: 83, from: 23, to: 103, said: "the first iron bridge opened" };
		const run = sampleAnalysis({
			analysis_step: "searching",
			claims_found: 1,
			claims_chosen: 1,
			activity: { kind: "search", text: "iron bridge 1781" },
			moment,
		});
		const pending = sampleVideo({
			...OF_MOMENTS,
			evidence_sources: ["wikipedia"],
			version: 0,
			analysis_status: "analyzing",
		});
		show(reportOfMoments({ video: pending, statements: [], moments: [], analysis: run }), { run });
		const panel = within(await screen.findByRole("region", { name: "Checked moments" }));
		expect(panel.getByText("Checking 1:23")).toBeTruthy();
		expect(panel.getByText(moment.said)).toBeTruthy();
		expect(panel.getByRole("status").textContent).toBe("Searching for sources");
		expect(panel.getByText("iron bridge 1781")).toBeTruthy();
		expect(panel.queryByRole("button")).toBeNull();
		expect(screen.queryByRole("meter", { name: /BS Score/ })).toBeNull();
	});

	it("keeps the check in place between the run's end and the report that has its moment", async () => {
		const moment = { at: 83, from: 23, to: 103, said: "the first iron bridge opened" };
		show(reportOfMoments({ moments: [], analysis: sampleAnalysis({ moment }) }));
		const panel = within(await screen.findByRole("region", { name: "Checked moments" }));
		expect(panel.getByText("Checking 1:23")).toBeTruthy();
		expect(panel.getByText(moment.said)).toBeTruthy();
		expect(panel.queryByText(/moments? checked/)).toBeNull();
	});

	it("is shared, embedded and listed without a score", () => {
		const { video } = reportOfMoments();
		expect(shareText(video)).toContain("”: Only moments of the video were checked.");
		expect(JSON.stringify(embedCode(video, "https://bs.example.org"))).not.toMatch(/score/i);
		render(
			<MemoryRouter>
				<VideoCard video={video} locked={false} onChoose={() => {}} />
			</MemoryRouter>,
		);
		expect(screen.getByText("Moments only, 1 of 1 checked")).toBeTruthy();
		expect(screen.queryByText(/confidence|Not rated|score/i)).toBeNull();
	});

	it.each([
		[2, { checkable: 1, checked: 1 }],
		[1, { checkable: 0, checked: 0 }],
	])("is a card, badge and oEmbed answer of %i moments", (moments, coverage) => {
		const card = aCard({
			score: null,
			confidence: null,
			standing: "too_little",
			moments,
			coverage,
		});
		const site = "https://bs.example.org";
		const frame = embedCard(card, site, "system");
		const answer = oembedAnswer(card, site, { max_width: null, max_height: null });
		const words = `${moments === 1 ? "1 moment" : `${moments} moments`} checked`;
		for (const text of [frame, badgeSvg(card), answer.title]) {
			expect(text).toContain(words);
			expect(text.replace(/<style>.*<\/style>/s, "")).not.toMatch(/score/i);
		}
		expect(answer.html).not.toMatch(/score/i);
	});

	it("has a page whose head speaks of moments", () => {
		const report = reportOfMoments();
		const head = reportHead(report, null, "https://bs.example.org");
		const words = "2 moments checked; the whole video was not analyzed";
		expect(head.headline).toContain(words);
		expect(head.image?.alt).toContain(words);
		expect(head.description).toContain(words);
		expect(JSON.stringify(head)).not.toMatch(/score/i);
		const html = renderReport(report, null);
		expect(html).toContain(words);
		expect(html).not.toContain('role="meter" aria-label="BS Score"');
	});
});
