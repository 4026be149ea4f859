import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bandMark } from "#contract/verdict-words.ts";
import { unverified as unverifiedBecause } from "#tests/web/support/sample-evidence.ts";
import { Timeline } from "#web/ui/timeline.tsx";
import {
	MARK_PX,
	placeMarks,
	timelineLength,
	timelineMarks,
	timelineTicks,
} from "#web/ui/timeline-layout.ts";

afterEach(cleanup);

const marks = [
	{ id: "a", timestamp: 83, score: 12, quote: "one", estimated: false, mark: bandMark("factual") },
	{ id: "b", timestamp: 300, score: 90, quote: "two", estimated: true, mark: bandMark("high") },
];

describe("Timeline", () => {
	it("links each statement with its time, verdict, score and quote", () => {
		render(<Timeline duration={600} marks={marks} hrefOf={(id) => `#s-${id}`} />);
		const links = screen.getAllByRole("link");
		expect(links.map((link) => link.getAttribute("aria-label"))).toEqual([
			"1:23, Factual, 12 of 100: one",
			"about 5:00, Misleading, 90 of 100: two",
		]);
		expect(links.map((link) => link.getAttribute("href"))).toEqual(["#s-a", "#s-b"]);
	});

	it("gives the reason of an unverified statement, without score or colour", () => {
		const unverified = timelineMarks([unverifiedBecause("too_new")]);
		render(<Timeline duration={600} marks={unverified} hrefOf={() => "#"} />);
		const link = screen.getByRole("link");
		expect(link.getAttribute("aria-label")).toBe(
			"1:32, Unverified: too new to judge: so every new harbour is built that way",
		);
		expect(link.querySelector("[data-band]")).toBeNull();
		fireEvent.focus(link);
		expect(screen.getByTestId("timeline-readout").textContent).toContain(
			"1:32 Unverified: too new to judge “so every",
		);
	});

	it("marks every score as simulated", () => {
		render(<Timeline duration={600} simulated marks={marks} hrefOf={() => "#"} />);
		for (const link of screen.getAllByRole("link")) {
			expect(link.getAttribute("aria-label")).toContain("(simulated)");
		}
	});

	it("shows the quote of the focused mark", () => {
		render(<Timeline duration={600} marks={marks} hrefOf={() => "#"} />);
		const readout = screen.getByTestId("timeline-readout");
		expect(readout.textContent).not.toContain("two");
		fireEvent.focus(screen.getByRole("link", { name: /two/ }));
		expect(readout.textContent).toContain("5:00 90 Misleading “two”");
	});
});

const many = Array.from({ length: 200 }, (_, place) => ({
	id: `s${place}`,
	timestamp: 200 - place,
	score: (place * 7) % 101,
	quote: `number ${place}`,
	estimated: false,
	mark: bandMark((["factual", "moderate", "high"] as const)[place % 3] ?? "high"),
}));

describe.each([
	["as marks", many.slice(0, 40)],
	["as a strip", many],
])("the keyboard on a timeline drawn %s", (_, marks) => {
	const inOrder = [...marks].reverse();
	const quoteAt = (place: number) => inOrder.at(place)?.quote;
	const focused = () => document.activeElement?.getAttribute("aria-label")?.split(": ")[1];
	const stops = () => screen.getAllByRole("link").filter(({ tabIndex }) => tabIndex === 0);
	const press = (key: string) =>
		fireEvent.keyDown(document.activeElement ?? document.body, { key });

	async function open(currentId: string | null = null) {
		const hrefOf = (id: string) => `#${id}`;
		render(<Timeline duration={600} marks={marks} currentId={currentId} hrefOf={hrefOf} />);
		await screen.findAllByRole("link");
	}

	it("stops once, and moves by arrow keys, Home and End in the order of time", async () => {
		await open();
		expect(screen.getAllByRole("link")).toHaveLength(marks.length);
		expect(stops()).toHaveLength(1);
		act(() => stops()[0]?.focus());
		expect(focused()).toBe(quoteAt(0));
		press("ArrowRight");
		press("ArrowDown");
		expect(focused()).toBe(quoteAt(2));
		press("ArrowLeft");
		expect(focused()).toBe(quoteAt(1));
		press("End");
		press("ArrowRight");
		expect(focused()).toBe(quoteAt(-1));
		press("Home");
		press("ArrowUp");
		expect(focused()).toBe(quoteAt(0));
		expect(screen.getByTestId("timeline-readout").textContent).toContain(quoteAt(0));
	});

	it("comes back to where it was, and begins at what is spoken", async () => {
		const spoken = inOrder[5];
		await open(spoken?.id);
		expect(stops()[0]?.getAttribute("aria-label")).toContain(spoken?.quote);
		act(() => stops()[0]?.focus());
		press("ArrowRight");
		act(() => (document.activeElement as HTMLElement).blur());
		expect(stops()).toHaveLength(1);
		expect(stops()[0]?.getAttribute("aria-label")).toContain(quoteAt(6));
	});

	it("leaves the browser its own keys", async () => {
		await open();
		act(() => stops()[0]?.focus());
		const back = fireEvent.keyDown(stops()[0] as HTMLElement, { key: "ArrowRight", altKey: true });
		expect(back).toBe(true);
		expect(focused()).toBe(quoteAt(0));
	});
});

describe("the strip of a long report", () => {
	it("has two rows at most, and shows and chooses what is nearest to the pointer", async () => {
		const chosen: string[] = [];
		render(
			<Timeline
				duration={200}
				marks={many}
				hrefOf={() => "#"}
				onChoose={(id) => chosen.push(id)}
			/>,
		);
		const strip = await screen.findByTestId("timeline-strip");
		expect(strip.innerHTML).not.toContain("lane-");
		// 400 px for 200 seconds, and half a mark of space at each end.
		strip.getBoundingClientRect = () => new DOMRect(100, 0, 424, 48);
		fireEvent.pointerMove(strip, { clientX: 112 + 2 * 51 });
		expect(screen.getByTestId("timeline-readout").textContent).toContain("0:51");
		fireEvent.pointerDown(strip, { clientX: 112 + 2 * 51 });
		fireEvent.click(strip, { clientX: 112 + 2 * 51 });
		expect(chosen).toEqual(["s149"]);
		// A range was drawn.
		fireEvent.pointerDown(strip, { clientX: 112 });
		fireEvent.click(strip, { clientX: 312 });
		expect(chosen).toHaveLength(1);
	});
});

describe("positions of marks", () => {
	it("are to scale between the two ends", () => {
		const placed = placeMarks([{ timestamp: 0 }, { timestamp: 50 }, { timestamp: 100 }], 100, 424);
		expect(placed.map(({ left }) => left)).toEqual([12, 212, 412]);
		expect(placed.map(({ row }) => row)).toEqual([0, 0, 0]);
	});

	it("stack where marks would overlap", () => {
		const at = [10, 10.5, 11, 60];
		const placed = placeMarks(
			at.map((timestamp) => ({ timestamp })),
			100,
			600,
		);
		expect(placed.map(({ row }) => row)).toEqual([0, 1, 2, 0]);
	});

	it("never overlap in one row while there are free rows", () => {
		const many = Array.from({ length: 24 }, (_, i) => ({ timestamp: i * 20 }));
		const placed = placeMarks(many, 480, 320);
		for (const { left, row } of placed) {
			const near = placed.filter(
				(other) => other.row === row && Math.abs(other.left - left) < MARK_PX - 0.01,
			);
			expect(near).toHaveLength(1);
		}
	});

	it("never overlap on a phone for many marks in one place, including at the end", () => {
		const crowd = [...Array(12).keys()].map((i) => ({ timestamp: 590 + i }));
		const placed = placeMarks([{ timestamp: 5 }, ...crowd], 600, 300);
		for (const { left, row } of placed) {
			expect(left).toBeLessThanOrEqual(300 - MARK_PX / 2);
			const near = placed.filter(
				(other) => other.row === row && Math.abs(other.left - left) < MARK_PX - 0.01,
			);
			expect(near).toHaveLength(1);
		}
		expect(Math.max(...placed.map(({ row }) => row))).toBe(1);
	});

	it("stay within the line for a statement after the video's known end", () => {
		expect(timelineLength(60, [{ timestamp: 90 }])).toBe(90);
		expect(timelineLength(null, [{ timestamp: 200 }])).toBeGreaterThan(200);
		expect(timelineLength(null, [])).toBe(60);
	});

	it("have more labels on a wider line", () => {
		expect(timelineTicks(600, 640).length).toBeGreaterThan(timelineTicks(600, 280).length);
		expect(timelineTicks(600, 640)[0]).toBe(0);
	});
});
