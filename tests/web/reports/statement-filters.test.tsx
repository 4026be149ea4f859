import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import { fakeApi } from "#tests/web/support/fake-api.ts";
import {
	sampleRating,
	sampleReport,
	sampleStatement,
	sampleVideo,
} from "#tests/web/support/sample-report.ts";
import { fetchJson } from "#web/api/request.ts";
import { ShownReport } from "./shown-report.tsx";

function statement(id: string, timestamp: number, low: number, high: number) {
	return sampleStatement({
		id: id as StatementId,
		timestamp,
		quote: id,
		ai_score: Math.round((low + high) / 2),
		ratings: [sampleRating("openai", low), sampleRating("claude", high)],
	});
}

const STATEMENTS = [
	statement("fine", 10, 4, 8),
	statement("split", 100, 10, 80),
	statement("bad", 200, 90, 96),
];

function Address() {
	const { search, hash } = useLocation();
	return <output data-testid="address">{search + hash}</output>;
}

function open(address = "/", statements = STATEMENTS, video = sampleVideo()): void {
	window.history.replaceState(null, "", address);
	render(
		<SWRConfig value={{ provider: () => new Map(), fetcher: fetchJson }}>
			<BrowserRouter>
				<ShownReport report={sampleReport({ video, statements })} />
				<Address />
			</BrowserRouter>
		</SWRConfig>,
	);
}

const quotes = () =>
	[...document.querySelectorAll("article h3")].map(({ lastChild }) => lastChild?.textContent);
const address = () => screen.getByTestId("address").textContent;
const count = () => screen.getByText(/of 3 shown/).textContent;

async function choosePart(from: string, to: string): Promise<void> {
	const button = screen.getByRole("button", { name: "Time range" });
	if (button.getAttribute("aria-expanded") === "false") fireEvent.click(button);
	fireEvent.change(await screen.findByLabelText("From"), { target: { value: from } });
	fireEvent.change(screen.getByLabelText("To"), { target: { value: to } });
	fireEvent.click(screen.getByRole("button", { name: "Show" }));
}

beforeEach(() => {
	Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

describe("statement filters", () => {
	it("both apply after two quick clicks", () => {
		open();
		act(() => {
			fireEvent.click(screen.getByRole("button", { name: /^Misleading/ }));
			fireEvent.change(screen.getByLabelText("Sort statements"), { target: { value: "score" } });
		});
		expect(address()).toBe("?band=high&sort=score");
	});

	it("are kept if a mark of the timeline is clicked immediately afterwards", () => {
		open();
		act(() => {
			fireEvent.click(screen.getByRole("button", { name: /^Misleading/ }));
			fireEvent.click(screen.getByRole("link", { name: /^3:20/ }));
		});
		expect(address()).toBe("?band=high#s-bad");
	});

	it("sort by disagreement and write the order into the address", () => {
		open("/?t=5");
		fireEvent.change(screen.getByLabelText("Sort statements"), {
			target: { value: "disagreement" },
		});
		expect(quotes()).toEqual(["“split”", "“bad”", "“fine”"]);
		expect(address()).toBe("?t=5&sort=disagreement");
	});

	it("select a part of the video by two times and say how much is shown", async () => {
		open();
		expect(count()).toBe("3 of 3 shown");
		await choosePart("1:30", "2:00");
		expect(quotes()).toEqual(["“split”"]);
		expect(address()).toBe("?from=90&to=120");
		expect(count()).toBe("1 of 3 shown, from 1:30 to 2:00");
		const marks = within(screen.getByRole("navigation", { name: "Statements along the video" }));
		expect(marks.getAllByRole("link")).toHaveLength(1);
	});

	it.each([
		["soon", "2:00", "Write times as minutes and seconds, like 1:30."],
		["2:00", "1:00", "The end is before the start."],
	])("reject the range from %s to %s with a message", async (from, to, words) => {
		open();
		await choosePart(from, to);
		expect(screen.getByRole("alert").textContent).toBe(words);
		expect(screen.getByLabelText("From").getAttribute("aria-invalid")).toBe("true");
		expect(address()).toBe("");
	});

	it("say that no statement matches, and are cleared by a click", () => {
		open("/?band=factual&from=150");
		expect(screen.queryAllByRole("article")).toEqual([]);
		expect(screen.getByText("No statement matches")).toBeTruthy();
		fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
		expect(quotes()).toHaveLength(3);
		expect(document.activeElement?.textContent).toBe("3 of 3 shown");
		expect(address()).toBe("");
	});

	it("are set by dragging along the timeline", async () => {
		open();
		const line = await screen.findByTestId("timeline-range");
		line.setPointerCapture = vi.fn();
		// 552 px for 600 seconds, and half a mark of space at each end.
		line.getBoundingClientRect = () => new DOMRect(0, 0, 576, 40);
		fireEvent.pointerDown(line, { button: 0, clientX: 271 });
		fireEvent.pointerMove(line, { clientX: 58 });
		fireEvent.pointerUp(line, { clientX: 58 });
		expect(address()).toBe("?from=50&to=282");
		expect(quotes()).toEqual(["“split”", "“bad”"]);
	});

	it("are not changed by a click on the timeline", async () => {
		open();
		const line = await screen.findByTestId("timeline-range");
		line.setPointerCapture = vi.fn();
		fireEvent.pointerDown(line, { button: 0, clientX: 136 });
		fireEvent.pointerUp(line, { clientX: 139 });
		expect(address()).toBe("");
	});
});

describe("link to a statement", () => {
	it("expands, scrolls to and focuses the statement, and removes a filter that hides it", () => {
		open("/?band=factual&sort=score#s-bad");
		expect(address()).toBe("?sort=score#s-bad");
		const card = document.getElementById("s-bad");
		expect(document.activeElement).toBe(card);
		expect(card?.querySelector("button[aria-expanded=true]")).toBeTruthy();
		expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
	});

	it("is provided by each mark of the timeline and works repeatedly", () => {
		open();
		const mark = screen.getByRole("link", { name: /Misleading, 93 of 100/ });
		fireEvent.click(mark);
		expect(address()).toBe("#s-bad");
		const card = document.getElementById("s-bad");
		if (card === null) throw new Error("no card");
		fireEvent.click(within(card).getByRole("button", { name: /Less/ }));
		fireEvent.click(mark);
		expect(within(card).getByRole("button", { name: /Less/ })).toBeTruthy();
		expect(document.activeElement).toBe(card);
	});
});

describe("speakers", () => {
	const [fine, split, bad] = STATEMENTS as [Statement, Statement, Statement];
	const spoken = [
		{ ...fine, speaker: "Speaker 1", verdict: "supported" as const },
		{ ...split, speaker: "Speaker 2", verdict: "refuted" as const },
		{ ...bad, speaker: "Speaker 2", verdict: "supported" as const },
	];

	it("have their statements counted and filtered, in the order in which they speak", async () => {
		open("/", spoken);
		const group = await screen.findByRole("group", { name: "Show statements by speaker" });
		expect(
			within(group)
				.getAllByRole("button")
				.map((it) => it.textContent),
		).toEqual([
			"Speaker 11 statement, 1 checked, 0 refuted",
			"Speaker 22 statements, 2 checked, 1 refuted",
		]);
		fireEvent.click(within(group).getByRole("button", { name: /^Speaker 2/ }));
		expect(count()).toBe("2 of 3 shown");
		expect(address()).toBe("?speaker=Speaker+2");
		fireEvent.click(screen.getByRole("button", { name: "Clear filters" }));
		expect(count()).toBe("3 of 3 shown");
	});

	it("have the names that the member gave them, marked as the member's", async () => {
		const path = "/api/videos/abcdefghijk/speaker-names";
		const name = { speaker: "Speaker 2", name: "Ada Byron", named_at: "2026-01-01T00:00:00.000Z" };
		const asked = fakeApi({
			[path]: ({ method }) => ({ body: { names: method === "PUT" ? [name] : [], may_name: true } }),
		});
		const video = { transcript_source: "member", captions_read_by: null } as const;
		open("/", spoken, sampleVideo(video));
		const form = await screen.findByRole("button", { name: "Save Name" });
		fireEvent.change(screen.getByLabelText("Speaker"), { target: { value: "Speaker 2" } });
		fireEvent.change(screen.getByLabelText("Name"), { target: { value: " Ada Byron " } });
		fireEvent.click(form);
		const button = await screen.findByRole("button", { name: /Ada Byron, named by the member/ });
		expect(button.textContent).toMatch(/^Speaker 2/);
		expect(asked.at(-1)).toEqual({
			...{ method: "PUT", path },
			body: { speaker: "Speaker 2", name: "Ada Byron" },
		});
		expect(screen.getByText(/Nobody compared them with the video/)).toBeTruthy();
		const cards = screen.getAllByRole("article").map((it) => it.textContent);
		expect(cards.filter((text) => text?.includes("Ada Byron"))).toEqual([]);
	});

	it("are asked no names where nobody pasted the transcript", async () => {
		const asked = fakeApi({});
		open("/", spoken);
		await screen.findByRole("group", { name: "Show statements by speaker" });
		expect(asked.filter(({ path }) => path.includes("speaker-names"))).toEqual([]);
	});

	it("stand beside their quotes", () => {
		open("/", spoken);
		const named = screen.getAllByRole("article").map((card) => card.parentElement?.textContent);
		expect(named[0]).toContain("Speaker: Speaker 1");
	});

	it("are no filter if only one is named", () => {
		open("/", [spoken[0], { ...split, speaker: null }] as Statement[]);
		expect(screen.queryByRole("group", { name: "Show statements by speaker" })).toBeNull();
	});
});
