import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { TranscriptAnswer, TranscriptSource } from "#contract/video.ts";
import { fakeApi, problem } from "#tests/web/support/fake-api.ts";
import { sampleStatement, sampleVideo, VIDEO_ID } from "#tests/web/support/sample-report.ts";
import { keys } from "#web/api/keys.ts";
import { fetchJson } from "#web/api/request.ts";
import { TranscriptSection } from "#web/features/reports/transcript/transcript-section.tsx";

const ADDRESS = `${keys.transcript(VIDEO_ID)}?v=1`;
const STATEMENT = sampleStatement({
	quote: "the first iron bridge opened in 1781",
	timestamp: 31,
	ai_score: 80,
});

function answer(change: Partial<TranscriptAnswer> = {}): TranscriptAnswer {
	const cues = [
		{ start: 0, text: "Welcome to the river." },
		{ start: 31, text: "The first iron bridge" },
		{ start: 35, text: "opened in 1781." },
		{ start: 70, text: "The river is wide." },
	].map((cue) => ({ ...cue, speaker: null }));
	const transcript = cues.map(({ text }) => text).join(" ");
	return { source: "captions", language: "en", cues, transcript, ...change };
}

function show(
	{ hash = "", source = "captions" as TranscriptSource } = {},
	reply: ReturnType<Parameters<typeof fakeApi>[0][string]> = { body: answer() },
): ReturnType<typeof fakeApi> {
	const asked = fakeApi({ [ADDRESS]: () => reply });
	render(
		<SWRConfig value={{ fetcher: fetchJson, provider: () => new Map(), shouldRetryOnError: false }}>
			<MemoryRouter initialEntries={[`/results/${VIDEO_ID}${hash}`]}>
				<TranscriptSection
					video={sampleVideo({ transcript_source: source })}
					statements={[STATEMENT]}
				/>
			</MemoryRouter>
		</SWRConfig>,
	);
	return asked;
}

function open(): void {
	const details = screen.getByText("Transcript").closest("details");
	if (details === null) throw new Error("no transcript");
	details.open = true;
	fireEvent(details, new Event("toggle"));
}

const field = () => screen.findByLabelText("Search the transcript");
const marks = () => [...document.querySelectorAll("mark")];
const current = () => marks().findIndex((mark) => mark.hasAttribute("data-current"));

// Loading this module for the first time may take longer than a query waits.
beforeAll(() => import("#web/features/reports/transcript/transcript-body.tsx"));
beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

describe("transcript section", () => {
	it.each([
		["captions", /^Auto-extracted from the video's captions/],
		["ai_transcription", /^Auto-extracted: an AI model transcribed/],
		["member", /^Supplied by a member/],
		["sample", /^Written for this demonstration/],
	] as const)("of a transcript from %s names its source", async (source, words) => {
		show({ source });
		open();
		await screen.findByText(words);
	});

	it("requests the transcript only when opened", async () => {
		const asked = show();
		expect(asked).toEqual([]);
		open();
		await screen.findByText(/Welcome to the river/);
		expect(asked.map(({ path }) => path)).toEqual([ADDRESS]);
	});

	it("says that there is no transcript", async () => {
		show({}, { status: 404, body: problem(404, "video_not_found", "No") });
		open();
		await screen.findByText("No transcript available for this video");
		cleanup();
		show({}, { body: answer({ cues: [], transcript: "" }) });
		open();
		await screen.findByText("No transcript available for this video");
	});

	it("links each statement at its place, with its verdict", async () => {
		show();
		open();
		const link = await screen.findByRole("link", { name: /Misleading/ });
		expect(link.textContent).toBe("Misleading: The first iron bridge opened in 1781");
		expect(link.getAttribute("href")).toBe(`/results/${VIDEO_ID}#s-one`);
		expect(link.id).toBe("t-one");
	});

	it("opens at the statement in the address", async () => {
		show({ hash: "#t-one" });
		const link = await screen.findByRole("link", { name: /Misleading/ });
		await waitFor(() => expect(document.activeElement).toBe(link));
	});

	it("opens at the beginning if the statement is not found", async () => {
		show({ hash: `#t-${"gone" as StatementId}` });
		const text = await screen.findByRole("region", { name: "Transcript text" });
		await waitFor(() => expect(document.activeElement).toBe(text));
	});
});

describe("transcript search", () => {
	it("marks and counts all matches and moves between them with the keyboard", async () => {
		show();
		open();
		const input = await field();
		fireEvent.change(input, { target: { value: "RIVER" } });
		await waitFor(() => expect(marks()).toHaveLength(2));
		const status = screen.getByRole("status");
		expect(status.textContent).toBe("1 of 2 matches");
		expect(current()).toBe(0);
		fireEvent.keyDown(input, { key: "Enter" });
		expect(status.textContent).toBe("2 of 2 matches");
		expect(current()).toBe(1);
		fireEvent.keyDown(input, { key: "Enter" });
		expect(current()).toBe(0);
		fireEvent.keyDown(input, { key: "Enter", shiftKey: true });
		expect(current()).toBe(1);
		fireEvent.click(screen.getByRole("button", { name: "Previous match" }));
		expect(current()).toBe(0);
		fireEvent.keyDown(input, { key: "Escape" });
		await waitFor(() => expect(marks()).toEqual([]));
		expect(status.textContent).toBe("");
	});

	it("marks a match within a statement, which stays one link", async () => {
		show();
		open();
		fireEvent.change(await field(), { target: { value: "iron bridge" } });
		const link = await screen.findByRole("link", { name: /Misleading/ });
		await waitFor(() => expect(link.querySelector("mark")?.textContent).toBe("iron bridge"));
	});

	it("says that there is no match and disables the buttons", async () => {
		show();
		open();
		fireEvent.change(await field(), { target: { value: "submarine" } });
		await screen.findByText("No match in this transcript");
		const next = screen.getByRole<HTMLButtonElement>("button", { name: "Next match" });
		expect(next.disabled).toBe(true);
	});
});
