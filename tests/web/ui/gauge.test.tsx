import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { bandFor } from "#contract/bands.ts";
import { halfRing, spanFor } from "#contract/gauge.ts";
import { Gauge } from "#web/ui/gauge.tsx";
import { ScoreBar } from "#web/ui/score-bar.tsx";

afterEach(cleanup);

describe("bandFor", () => {
	it.each([
		[0, "factual"],
		[29, "factual"],
		[30, "moderate"],
		[69, "moderate"],
		[70, "high"],
		[100, "high"],
	])("assigns the score %i to %s", (score, band) => {
		expect(bandFor(score)).toBe(band);
	});
});

describe("Gauge", () => {
	it("is a meter labelled with score, verdict, confidence and each provider", () => {
		render(
			<Gauge
				score={72}
				confidence={81}
				ticks={[
					{ name: "OpenAI", score: 60 },
					{ name: "Claude", score: 84 },
				]}
			/>,
		);
		const meter = screen.getByRole("meter", { name: "BS Score" });
		expect(meter.getAttribute("aria-valuenow")).toBe("72");
		expect(meter.getAttribute("aria-valuetext")).toBe("72 of 100, High BS, OpenAI 60, Claude 84");
	});

	it("marks a score as simulated and as not final", () => {
		render(<Gauge score={40} confidence={75} simulated provisional />);
		expect(screen.getByRole("meter").getAttribute("aria-valuetext")).toBe(
			"40 of 100, Moderate BS, so far, simulated",
		);
	});

	it("shows no number without a score", () => {
		render(<Gauge score={null} confidence={95} />);
		const meter = screen.getByRole("meter");
		expect(meter.getAttribute("aria-valuetext")).toBe("No score");
		expect(meter.textContent).not.toContain("95");
	});

	it("includes the interval and how many statements were checked", () => {
		render(
			<Gauge
				score={45}
				confidence={72}
				standing="checked"
				coverage={{ checkable: 12, checked: 7 }}
				interval={{ low: 37, high: 53 }}
			/>,
		);
		const meter = screen.getByRole("meter");
		expect(meter.getAttribute("aria-valuetext")).toBe(
			"45 of 100, Moderate BS, between 37 and 53, 7 of 12 checked",
		);
		expect(meter.textContent).toContain("7 of 12 checked");
	});

	it("has no colour and no marks without a score", () => {
		render(
			<Gauge
				score={null}
				confidence={null}
				ticks={[{ name: "OpenAI", score: 60 }]}
				standing="too_little"
				coverage={{ checkable: 12, checked: 1 }}
			/>,
		);
		const meter = screen.getByRole("meter");
		expect(meter.getAttribute("aria-valuetext")).toBe("Too little could be checked (1 of 12)");
		expect(meter.textContent).toMatch(/1 of 12checked/);
		expect(meter.innerHTML).not.toMatch(/(stroke|fill)-(factual|moderate|high)/);
		expect(meter.querySelectorAll("circle")).toHaveLength(0);
	});

	it("runs from left to right over the top", () => {
		const { point } = halfRing({ cx: 140, cy: 140 });
		expect(point(100, 0).x).toBeLessThan(point(100, 50).x);
		expect(point(100, 50).x).toBeLessThan(point(100, 100).x);
		expect(point(100, 50).y).toBeLessThan(point(100, 0).y);
	});

	it("has a longer line for less confidence, within the scale", () => {
		const [sure_from, sure_to] = spanFor(50, 95);
		const [from, to] = spanFor(50, 30);
		expect(to - from).toBeGreaterThan(sure_to - sure_from);
		expect(spanFor(0, 0)[0]).toBe(0);
		expect(spanFor(100, 0)[1]).toBe(100);
	});
});

describe("ScoreBar", () => {
	it("shows a failed answer as missing, without a verdict", () => {
		render(<ScoreBar label="Gemini, score" score={50} state="failed" />);
		expect(screen.getByRole("meter").getAttribute("aria-valuetext")).toBe(
			"no answer, counted as 50 of 100",
		);
	});
});
