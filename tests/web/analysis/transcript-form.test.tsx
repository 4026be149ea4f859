import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ReadTranscriptAnswer } from "#contract/analysis.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import { TranscriptForm } from "#web/features/analysis/transcript-form.tsx";

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
});

const READING: ReadTranscriptAnswer = {
	cues: 41,
	untimed: 0,
	not_understood: [],
	first: 0,
	last: 3492,
	read: [{ start: 0, text: "Good evening.", speaker: "Speaker 2" }],
};

let videos = 0;

function paste(text: string, answer: { status?: number; body: unknown }) {
	const asked = fakeApi({ "/api/transcripts/read": () => answer });
	const onTranscript = vi.fn();
	videos += 1;
	render(
		<SWRConfig value={{ provider: () => new Map() }}>
			<MemoryRouter>
				<TranscriptForm
					videoId={`video-${videos}`}
					duration={3600}
					busy={false}
					onTranscript={onTranscript}
				/>
			</MemoryRouter>
		</SWRConfig>,
	);
	fireEvent.change(screen.getByLabelText("Paste the transcript"), { target: { value: text } });
	fireEvent.click(screen.getByRole("button", { name: "Read This Transcript" }));
	return { asked, onTranscript };
}

function press(name: string): void {
	fireEvent.click(screen.getByRole("button", { name }));
}

describe("the form for a transcript", () => {
	it("says what was understood before it starts an analysis", async () => {
		const { asked, onTranscript } = paste("0:00 Speaker 2: Good evening.", { body: READING });
		await screen.findByText("41 lines from 0:00 to 58:12.");
		expect(screen.getByText("Speaker 2:")).toBeTruthy();
		expect(onTranscript).not.toHaveBeenCalled();
		expect(asked.map(({ body }) => body)).toEqual([
			{ transcript: "0:00 Speaker 2: Good evening.", duration: 3600 },
		]);
		press("Analyze This Transcript");
		expect(onTranscript.mock.calls).toEqual([[{ transcript: "0:00 Speaker 2: Good evening." }]]);
	});

	it("names a line that was not understood, and goes on without times", async () => {
		const { onTranscript } = paste("some text", {
			body: { ...READING, untimed: 3, not_understood: ["0:0x And then"] },
		});
		await screen.findByText("41 lines from 0:00 to 58:12; 3 lines have no time.");
		expect(screen.getByText("0:0x And then")).toBeTruthy();
		press("Go On Without Times");
		expect(onTranscript.mock.calls).toEqual([[{ transcript: "some text", times: "ignore" }]]);
	});

	it("says that a text has no times", async () => {
		paste("some text", {
			body: { ...READING, cues: 0, untimed: 1, first: null, last: null, read: [] },
		});
		await screen.findByText("1 line without times; places in the video are estimated.");
		expect(screen.queryByRole("button", { name: "Go On Without Times" })).toBeNull();
	});

	it("says that times do not fit the video", async () => {
		paste("some text", {
			body: {
				...READING,
				cues: 0,
				untimed: 41,
				first: null,
				last: null,
				times_unused: "beyond_video",
			},
		});
		await screen.findByText(/do not fit the video's length/);
	});

	it("says that parts were joined", async () => {
		paste("some text", { body: { ...READING, joined_parts: 3 } });
		await screen.findByText(/Its 3 parts each begin at their own zero/);
	});

	it("reads a changed text again", async () => {
		const { asked } = paste("some text", { body: READING });
		await screen.findByText("41 lines from 0:00 to 58:12.");
		fireEvent.change(screen.getByLabelText("Paste the transcript"), { target: { value: "other" } });
		expect(screen.queryByText("41 lines from 0:00 to 58:12.")).toBeNull();
		press("Read This Transcript");
		await screen.findByText("41 lines from 0:00 to 58:12.");
		expect(asked).toHaveLength(2);
	});

	it("starts nothing with an unreadable text", async () => {
		const detail = "The pasted captions contain no words.";
		const { onTranscript } = paste("WEBVTT", {
			status: 422,
			body: { code: "transcript_unreadable", title: "Unreadable", detail, status: 422 },
		});
		await screen.findByText(detail);
		press("Read This Transcript");
		expect(onTranscript).not.toHaveBeenCalled();
	});

	it("keeps nobody from the analysis if it cannot ask", async () => {
		const detail = "Too many requests.";
		const { onTranscript } = paste("some text", {
			status: 429,
			body: { code: "too_many_requests", title: "Later", detail, status: 429 },
		});
		await screen.findByText(`The times could not be checked: ${detail}`);
		press("Analyze This Transcript");
		expect(onTranscript).toHaveBeenCalledOnce();
	});
});
