import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { Report } from "#contract/video.ts";
import { ShownReport } from "#tests/web/reports/shown-report.tsx";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import {
	checkedReport,
	SUPPORTED,
	tooLittleReport,
	unverified,
} from "#tests/web/support/sample-evidence.ts";
import {
	sampleAnalysis,
	sampleReport,
	sampleStatement,
	sampleVideo,
} from "#tests/web/support/sample-report.ts";
import { AnalysisProgress } from "#web/features/analysis/analysis-progress.tsx";
import { SearchHit } from "#web/features/search/search-panel.tsx";
import { shareText } from "#web/features/sharing/share-links.ts";
import { ExampleReport } from "#web/features/site/home/home-example.tsx";
import { VideoCard } from "#web/ui/video-card.tsx";

/** A class name with a colour that stands for a score. */
const COLOUR = /-(factual|moderate|high)\b/;

const start = vi.fn();

function show(report: Report): HTMLElement {
	window.history.replaceState(null, "", "/");
	const running = report.analysis?.status === "analyzing";
	const { container } = render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<BrowserRouter>
				<ShownReport
					report={report}
					run={running ? report.analysis : null}
					reanalysis={{ start }}
				/>
			</BrowserRouter>
		</SWRConfig>,
	);
	return container;
}

const verdict = () => screen.getByRole("region", { name: "Verdict" });
const finding = () => screen.getByRole("region", { name: /checked/ });
const cards = () => document.querySelectorAll("[data-statement]");

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
	start.mockClear();
	fakeApi({});
});
afterEach(cleanup);

describe("report with sources", () => {
	it("shows how much was checked, the interval of the score and what is unverified", async () => {
		show(checkedReport());
		const text = verdict().textContent;
		expect(text).toContain("5 of 7 checked");
		expect(text).toContain("between 37 and 53 · 0 is factual");
		expect(finding().querySelector("h2")?.textContent).toBe(
			"1 of 5 checked claims does not hold. 1 holds, 1 lacks context, sources disagree on 1, 1 is no longer true. 2 could not be checked.",
		);
		expect(text).toContain("Unverified: no source found (1), too new to judge (1).");
		const facts = await screen.findByRole("region", { name: "Analysis Information" });
		expect(facts.textContent).toContain("Checked with sources5 of 7");
		expect(facts.textContent).toContain("SearchedWikipedia, PubMed");
	});

	it("says that simulated scores were made up only if there is a score", () => {
		const simulated = ({ video, ...rest }: Report) => ({
			...rest,
			video: { ...video, simulated: true },
		});
		show(simulated(checkedReport()));
		expect(verdict().textContent).toContain("These scores were made up");
		cleanup();
		show(simulated(tooLittleReport(1)));
		expect(verdict().textContent).toContain("Too little could be checked");
		expect(verdict().textContent).not.toContain("made up");
	});

	it("averages for each model only the ratings that count", () => {
		const lean_only = unverified("no_evidence_found");
		show(checkedReport({ statements: [SUPPORTED, lean_only] }));
		const bars = screen.getAllByRole("meter", { name: /average score/ });
		expect(bars.map((bar) => bar.getAttribute("aria-valuenow"))).toEqual(["6", "9", "7"]);
	});

	it("reports a disagreement only between models whose ratings count", () => {
		const [first, second, third] = SUPPORTED.ratings;
		if (!(first && second && third)) throw new Error("There are three models");
		const ratings = (status: "ok" | "unsupported") => [
			first,
			second,
			{ ...third, status, score: 95 },
		];
		const differing = (status: "ok" | "unsupported") =>
			checkedReport({
				statements: [
					{ ...SUPPORTED, ratings: ratings(status) },
					{ ...SUPPORTED, id: "two" as StatementId },
				],
			});
		show(differing("unsupported"));
		expect(verdict().textContent).not.toMatch(/models disagree/);
		cleanup();
		show(differing("ok"));
		expect(verdict().textContent).toContain("The models disagree");
	});

	it("filters by the verdicts that occur, including unverified", () => {
		show(checkedReport());
		expect(cards()).toHaveLength(7);
		fireEvent.click(screen.getByRole("button", { name: "Unverified 2" }));
		expect(cards()).toHaveLength(2);
		expect(window.location.search).toBe("?band=unverified");
		fireEvent.click(screen.getByRole("button", { name: "Unverified 2" }));
		fireEvent.click(screen.getByRole("button", { name: "No longer true 1" }));
		expect(cards()).toHaveLength(1);
		expect(screen.queryByRole("button", { name: /Factual/ })).toBeNull();
	});
});

describe("report with too little checked", () => {
	it("has neither score nor colour in its verdict, and says why", async () => {
		show(tooLittleReport(1));
		await screen.findByRole("button", { name: "Check again" });
		expect(finding().textContent).toContain("so there is no score");
		const text = verdict().textContent;
		expect(text).toContain("Too little could be checked");
		expect(text).not.toContain("73");
		expect(verdict().innerHTML).not.toMatch(COLOUR);
		fireEvent.click(screen.getByRole("button", { name: "Check again" }));
		expect(start).toHaveBeenCalledOnce();
	});

	it("has votes if a statement has a verdict", () => {
		show(tooLittleReport(1));
		expect(within(verdict()).getByRole("heading", { name: "Community Activity" })).toBeTruthy();
		cleanup();
		show(tooLittleReport(0));
		expect(screen.queryByRole("heading", { name: "Community Activity" })).toBeNull();
	});

	it("says so if no source could be reached", async () => {
		show(tooLittleReport(0));
		await screen.findByText(/^Searches failed/);
		expect(finding().textContent).toContain("None of 4 claims could be checked.");
		expect(verdict().textContent).toContain("0 of 4");
	});
});

describe("report of a site without sources", () => {
	it("shows bands and scores and does not mention sources", () => {
		const second = sampleStatement({ id: "two" as StatementId, ai_score: 5 });
		const container = show(sampleReport({ statements: [sampleStatement(), second] }));
		expect(verdict().textContent).toContain("Mixed accuracy");
		expect(screen.getByRole("button", { name: "Questionable 1" })).toBeTruthy();
		expect(container.textContent).not.toMatch(/\d checked|nverified/);
	});
});

describe("lists of results", () => {
	const lists = (report: Report) => (
		<BrowserRouter>
			<VideoCard video={report.video} locked={false} onChoose={() => {}} />
			<SearchHit result={report.video} locked={false} onChoose={() => {}} />
			<ExampleReport {...report} onChoose={() => {}} onMark={() => {}} />
		</BrowserRouter>
	);

	it("show how much of the video was checked next to the score", () => {
		const { container } = render(lists(checkedReport()));
		// Once in each: the example's gauge has it.
		expect(container.textContent?.split("5 of 7 checked")).toHaveLength(4);
		expect(container.textContent).toContain("1 of 5 checked claims does not hold.");
		expect(container.textContent).toContain("45Moderate BS");
	});

	it("say that there is nothing to check in a video without statements", () => {
		const { video } = tooLittleReport(0);
		const coverage = { checkable: 0, checked: 0 };
		const { container } = render(
			<BrowserRouter>
				<SearchHit result={{ ...video, coverage }} locked={false} onChoose={() => {}} />
			</BrowserRouter>,
		);
		expect(container.textContent).toContain("Nothing to check");
		expect(container.textContent).not.toContain("0 of 0");
	});

	it("show neither score nor colour without a verdict", () => {
		const report = tooLittleReport(1);
		const { container } = render(lists({ ...report, statements: [unverified("too_new")] }));
		const words = "Too little could be checked (1 of 11)";
		expect(container.textContent?.split(words).length).toBeGreaterThan(2);
		expect(container.innerHTML).not.toMatch(COLOUR);
		expect(container.textContent).not.toContain("Moderate BS");
	});
});

describe("shareText", () => {
	it("says what the score rests on", () => {
		expect(shareText(checkedReport().video)).toBe(
			"“How bridges carry loads” has a BS Score of 45% (0% is factual, 100% is false). 1 of 5 checked claims does not hold. 1 holds, 1 lacks context, sources disagree on 1, 1 is no longer true. 2 could not be checked.",
		);
		expect(shareText(tooLittleReport(1).video)).toBe(
			"“How bridges carry loads”: Too little could be checked: 1 of 11.",
		);
	});
});

describe("analysis in progress", () => {
	function progress(rated: Report["statements"]): HTMLElement {
		const { container } = render(
			<AnalysisProgress
				video={sampleVideo()}
				watchUrl={null}
				analysis={sampleAnalysis({
					analysis_step: "searching",
					progress: 56,
					bs_score: null,
					claims_found: 3,
					claims_chosen: 3,
					activity: { kind: "read", text: "Great Wall of China (wikipedia.org)" },
				})}
				rated={rated}
				ended={null}
				lost={false}
				onClose={() => {}}
				videoId="abcdefghijk"
			/>,
		);
		return container;
	}

	it("shows what is being searched and read", () => {
		const { textContent } = progress([]);
		expect(textContent).toContain("Searching for sources");
		expect(textContent).toContain("Reading Great Wall of China (wikipedia.org)");
	});

	it("shows each verdict as it arrives, without treating a lean as a score", () => {
		const container = progress([unverified("no_evidence_found")]);
		expect(container.textContent).toContain("Unverified: no source found");
		expect(screen.getByRole("meter").getAttribute("aria-valuetext")).toBe("No score");
		expect(container.innerHTML).not.toMatch(COLOUR);
	});
});
