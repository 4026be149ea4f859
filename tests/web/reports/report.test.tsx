import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { Report } from "#contract/video.ts";
import {
	sampleAnalysis,
	sampleRating,
	sampleReport,
	sampleStatement,
	sampleVideo,
} from "#tests/web/support/sample-report.ts";
import { ShownReport } from "./shown-report.tsx";

function inRouter(children: ReactNode) {
	return (
		<SWRConfig value={{ provider: () => new Map() }}>
			<BrowserRouter>{children}</BrowserRouter>
		</SWRConfig>
	);
}

const rateMore = vi.fn();

function show(report: Report, watchable = true): void {
	window.history.replaceState(null, "", "/");
	const running = report.analysis?.status === "analyzing";
	render(
		inRouter(
			<ShownReport
				report={report}
				run={running ? report.analysis : null}
				playable={watchable}
				reanalysis={{ more: rateMore }}
			/>,
		),
	);
}

const ONE_RATED = /^3 AI models rate the one statement as questionable/;

function verdict(): HTMLElement {
	return screen.getByRole("region", { name: "Verdict" });
}

beforeEach(() => {
	rateMore.mockClear();
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

describe("report", () => {
	it("shows when the views were last read, and says if the video is gone", async () => {
		const read = { metadata_read_at: "2026-03-02T10:00:00.000Z" };
		show({ ...sampleReport(), video: sampleVideo(read) });
		const views = await screen.findByText("Views as of");
		expect(views.nextSibling?.textContent).toMatch(/March 2|2 March|Mar 2/);
		expect(screen.queryByText(/no longer shows/)).toBeNull();
		cleanup();
		const gone = { unavailable_since: "2026-03-05T10:00:00.000Z" };
		show({ ...sampleReport(), video: sampleVideo(gone) });
		await screen.findByRole("region", { name: "Analysis Information" });
		expect(screen.queryByText("Views as of")).toBeNull();
		expect((await screen.findByText(/no longer shows/)).textContent).toContain("2026");
	});

	it("says at the top who wrote it, with a link to how", () => {
		show(sampleReport({ video: sampleVideo({ evidence_sources: ["wikipedia"] }) }));
		const [words] = screen.getAllByText(/^Written by AI models, quotes checked by code\./);
		expect(words?.querySelector("a")?.getAttribute("href")).toBe("/how-it-works");
	});

	it("says in words who rated and how accurate the video is", () => {
		show(sampleReport());
		expect(screen.getByRole("heading", { name: ONE_RATED })).toBeTruthy();
		expect(verdict().textContent).toContain("Mixed accuracy");
	});

	it("marks a statement that a member asked for, and counts the others alone", () => {
		const counted = sampleStatement();
		const asked = { ...counted, id: "asked" as StatementId, ai_score: 97, on_request: true };
		const claude = sampleRating("claude", 97);
		show(sampleReport({ statements: [counted, { ...asked, ratings: [claude] }] }));
		expect(screen.getByRole("heading", { name: ONE_RATED })).toBeTruthy();
		expect(verdict().textContent).not.toContain("97");
		expect(screen.getByText("1 statement, average BS score 42")).toBeTruthy();
		const marks = screen.getAllByText("Checked on request, not part of the score");
		expect(marks.map((it) => it.closest("li")?.id)).toEqual(["s-asked"]);
	});

	it("shows neither times nor timeline if the times are unknown", () => {
		const statements = [
			sampleStatement({ timestamp: 0, timestamp_source: "unknown" }),
			sampleStatement({ id: "two" as StatementId, timestamp: 45, timestamp_source: "unknown" }),
		];
		show(sampleReport({ statements }));
		const section = screen.getByRole("region", { name: "Statement Analysis" });
		expect(section.textContent).not.toMatch(/≈|0:45|0:00/);
		expect(screen.queryByText(/along the video/)).toBeNull();
		expect(within(section).queryByRole("navigation", { name: /along the video/ })).toBeNull();
		expect(section.textContent).toContain("No times: neither timed captions");
		expect(within(section).getByLabelText("Sort statements")).toBeTruthy();
		expect(within(section).queryByRole("button", { name: "Time range" })).toBeNull();
	});

	it("says on which statements the models differ by more than 30 points", () => {
		const ratings = [
			sampleRating("openai", 20),
			sampleRating("claude", 51),
			sampleRating("gemini", 40),
		];
		const statements = [
			sampleStatement({ ratings }),
			sampleStatement({ id: "two" as StatementId }),
		];
		show(sampleReport({ statements }));
		expect(verdict().textContent).toContain(
			"The models disagree on 1 of 2 statements, by more than 30 points.",
		);
		expect(screen.getByText("The models disagree: 20 to 51.")).toBeTruthy();
	});

	it("says if the models disagree on the whole video", () => {
		const ratings = [sampleRating("openai", 20), sampleRating("claude", 51)];
		show(sampleReport({ statements: [sampleStatement({ ratings })] }));
		expect(verdict().textContent).toContain(
			"The models disagree on this video: OpenAI averages 20, Claude 51.",
		);
	});

	it("says how many models answered, and does not count missing answers as disagreement", () => {
		const ratings = [
			sampleRating("openai", 5),
			sampleRating("claude", 8),
			sampleRating("gemini", 50, { status: "failed" }),
		];
		show(sampleReport({ statements: [sampleStatement({ ratings })] }));
		expect(verdict().textContent).toContain("1 of 1 answers failed and count as 50");
		expect(verdict().textContent).not.toContain("disagree");
	});

	it("shows how the analysis was made, with the transcript length", async () => {
		show(sampleReport());
		const facts = await screen.findByRole("region", { name: "Analysis Information" });
		const told = within(facts)
			.getAllByRole("term")
			.map((term) => [term.textContent, term.nextSibling?.textContent]);
		expect(told).toEqual([
			["Analysis date", "Jan 31, 2026"],
			["Last updated", "Jan 31, 2026"],
			["Status", "Completed"],
			["Claims analyzed", "1"],
			["Statements found by", "OpenAI"],
			["Rated by", "3 AI modelsOpenAI, Claude, Gemini"],
			["Transcript", "The video's captions"],
			["Transcript length", "4,210 characters"],
		]);
		expect(within(facts).getByRole("button", { name: "Run Fresh Analysis" })).toBeTruthy();
	});

	it.each([
		["heuristic", "A word rule, no AI model"],
		["sample", "The sample's author"],
	] as const)("says what found the statements: %s", (by, words) => {
		const extraction = { by, found: 1, chosen: 1 };
		show({ ...sampleReport(), video: sampleVideo({ extraction }) });
		const term = screen.getByText("Statements found by");
		expect(term.nextSibling?.textContent).toBe(words);
	});

	it("does not present the default of a failed answer as a model's opinion", () => {
		const ratings = [
			sampleRating("openai", 5),
			sampleRating("claude", 8),
			sampleRating("gemini", 50, { status: "failed" }),
		];
		show(sampleReport({ statements: [sampleStatement({ ratings })] }));
		fireEvent.click(screen.getByRole("button", { name: /More/ }));
		expect(
			screen.getByText("The models gave scores of 5 to 8. Gemini gave no answer and counts as 50."),
		).toBeTruthy();
		expect(verdict().textContent).toContain("1 of 1 answers failed and count as 50");
	});

	it("links each statement's time to YouTube", () => {
		show(sampleReport());
		const [link, ...others] = screen.getAllByRole("link", { name: "Play from 1:23" });
		expect(others).toHaveLength(1);
		expect(link?.getAttribute("href")).toBe("https://www.youtube.com/watch?v=abcdefghijk&t=83s");
	});

	it("shows no YouTube link for a video that exists only on this site", () => {
		show(sampleReport(), false);
		expect(screen.queryByRole("link", { name: /YouTube/ })).toBeNull();
	});

	it("links only web addresses among the sources, with rel nofollow", () => {
		const sources = ["nasa.gov", "javascript:alert(1)"];
		show(sampleReport({ statements: [sampleStatement({ sources })] }));
		fireEvent.click(screen.getByRole("button", { name: /More/ }));
		const link = screen.getByRole("link", { name: /nasa\.gov/ });
		expect(link.getAttribute("href")).toBe("https://nasa.gov/");
		expect(link.getAttribute("rel")).toBe("nofollow ugc noopener noreferrer");
		expect(screen.getByText("javascript:alert(1)").closest("a")).toBeNull();
	});

	it("shows each model's explanation after More and hides it after Less", () => {
		show(sampleReport());
		expect(screen.queryByText("claude says why")).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: /More/ }));
		expect(screen.getByText("claude says why")).toBeTruthy();
		fireEvent.click(screen.getByRole("button", { name: /Less/ }));
		expect(screen.queryByText("claude says why")).toBeNull();
	});

	it("shows votes only after More, with a visible question", () => {
		show(sampleReport());
		expect(screen.queryByRole("button", { name: /^Agree/ })).toBeNull();
		fireEvent.click(screen.getByRole("button", { name: /More/ }));
		expect(screen.getByRole("button", { name: /^Agree/ })).toBeTruthy();
		const question = screen.getByText("Is this rating right?");
		expect(question.className).not.toContain("sr-only");
	});

	it("shows in a collapsed statement what was checked if it differs from the quote", () => {
		const words = { quote: "it opened back then", content: "It opened in 1781." };
		show(sampleReport({ statements: [sampleStatement(words)] }));
		expect(screen.getByText("Checked as:").parentElement?.textContent).toBe(
			"Checked as: It opened in 1781.",
		);
	});

	it("says how many statements were found and lists those left out with their reasons", async () => {
		const left_out = (["over_limit", "joke"] as const).map((reason, at) => ({
			content: `claim ${at}`,
			quote: `claim ${at}`,
			timestamp: 60 + at,
			timestamp_source: "cue" as const,
			reason,
		}));
		const video = sampleVideo({ extraction: { by: "openai", found: 3, chosen: 1 } });
		show(sampleReport({ video, left_out }));
		const section = await screen.findByRole("region", { name: "Not rated" });
		expect(section.textContent).toContain("3 statements found, 1 rated, 2 left out.");
		expect(section.textContent).toMatch(/A joke.*1:01.*claim 1/);
		fireEvent.click(within(section).getByRole("button", { name: "Rate more statements" }));
		expect(rateMore).toHaveBeenCalledOnce();
	});

	it("does not offer to rate more if no statement was left out", () => {
		const video = sampleVideo({ extraction: { by: "openai", found: 2, chosen: 1 } });
		show(sampleReport({ video }));
		expect(screen.queryByRole("button", { name: /Rate more/ })).toBeNull();
	});

	it("filters by a band until the filters are cleared", () => {
		const statements = [
			sampleStatement({ id: "f" as StatementId, ai_score: 5, quote: "fine" }),
			sampleStatement({ id: "h" as StatementId, ai_score: 95, quote: "bad" }),
		];
		show(sampleReport({ statements }));
		fireEvent.click(screen.getByRole("button", { name: "Misleading 1" }));
		expect(screen.queryByText("“fine”")).toBeNull();
		expect(screen.getByText("“bad”")).toBeTruthy();
		fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
		expect(screen.getByText("“fine”")).toBeTruthy();
	});
});

describe("report without statements", () => {
	it("shows no score instead of a factual 0", async () => {
		show(
			sampleReport({
				statements: [],
				video: sampleVideo({ bs_score: 0, confidence_level: 95, claims_count: 0 }),
			}),
		);
		expect(await screen.findByText("No Statements Found")).toBeTruthy();
		expect(screen.queryByText(/^The score is the average/)).toBeNull();
		expect(screen.getByRole("meter").getAttribute("aria-valuetext")).toBe("No score");
		expect(verdict().textContent).not.toContain("Factual");
	});
});

describe("report on a member's transcript", () => {
	it("says that a member supplied the transcript", async () => {
		show(sampleReport({ video: sampleVideo({ transcript_source: "member" }) }));
		expect((await screen.findByRole("note")).textContent).toContain(
			"A member supplied this transcript",
		);
	});

	it("says that members sent captions, and whether two browsers read the same", async () => {
		for (const [captions_read_by, words] of [
			["browser", "Captions sent by members. Nobody compared them"],
			["two_browsers", "browser, the same from two browsers. Nobody"],
		] as const) {
			const fields = { transcript_source: "member", captions_read_by } as const;
			show(sampleReport({ video: sampleVideo(fields) }));
			expect((await screen.findByRole("note")).textContent).toContain(words);
			cleanup();
		}
	});
});

describe("report of a running analysis", () => {
	it("shows a provisional score and how many statements are rated", async () => {
		show(
			sampleReport({
				video: sampleVideo({ version: 0, analysis_status: "analyzing" }),
				analysis: sampleAnalysis({ bs_score: 42, claims_found: 9, claims_chosen: 4 }),
			}),
		);
		expect(
			(await screen.findByRole("meter", { name: "BS Score" })).getAttribute("aria-valuetext"),
		).toContain("so far");
		expect(screen.getByText(/1 of 4 statements rated/)).toBeTruthy();
		expect(screen.queryByRole("button", { name: "Run Fresh Analysis" })).toBeNull();
	});

	it("keeps the earlier result during a new run", () => {
		show(sampleReport({ analysis: sampleAnalysis() }));
		expect(verdict().textContent).toContain("Mixed accuracy");
	});
});
