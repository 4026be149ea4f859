import { describe, expect, it } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import { sampleRating, sampleStatement } from "#tests/web/sample-report.ts";
import { parseTimestamp } from "#web/features/reports/player/parse-timestamp.ts";
import {
	activeStatement,
	arrange,
	readView,
	WHOLE_VIEW,
	writeView,
} from "#web/features/reports/statements/statement-view.ts";

function statement(
	id: string,
	timestamp: number,
	scores: [number, number],
	failed = false,
) {
	return sampleStatement({
		id: id as StatementId,
		timestamp,
		ai_score: Math.round((scores[0] + scores[1]) / 2),
		ratings: [
			sampleRating("openai", scores[0]),
			sampleRating("claude", scores[1], failed ? { status: "failed" } : {}),
		],
	});
}

const STATEMENTS = [
	statement("early", 10, [20, 24]),
	statement("split", 60.4, [10, 90]),
	statement("false", 120, [90, 96]),
	statement("alone", 180, [98, 50], true),
];

const idsOf = (view: Partial<typeof WHOLE_VIEW>) =>
	arrange(STATEMENTS, { ...WHOLE_VIEW, ...view }, "panel").map(({ id }) => id);

describe("the statements of a view", () => {
	it("are in the order of the video, the worst first, or the most disputed first", () => {
		expect(idsOf({})).toEqual(["early", "split", "false", "alone"]);
		expect(idsOf({ sort: "score" })).toEqual([
			"false",
			"alone",
			"split",
			"early",
		]);
		expect(idsOf({ sort: "disagreement" })).toEqual([
			"split",
			"false",
			"early",
			"alone",
		]);
	});

	it("are those of one band, and of one part of the video with both its ends", () => {
		expect(idsOf({ band: "factual" })).toEqual(["early"]);
		expect(idsOf({ from: 60, to: 120 })).toEqual(["split", "false"]);
		expect(idsOf({ from: 61 })).toEqual(["false", "alone"]);
		expect(idsOf({ to: 9 })).toEqual([]);
	});

	it("leave the given list unchanged", () => {
		const given = [...STATEMENTS];
		arrange(given, { ...WHOLE_VIEW, sort: "score" }, "panel");
		expect(given).toEqual(STATEMENTS);
	});
});

describe("a view in the address", () => {
	it("is read as it was written, and leaves the rest of the query unchanged", () => {
		const view = {
			sort: "score",
			band: "high",
			from: 30,
			to: 90,
		} as const;
		const written = writeView(new URLSearchParams("t=5"), view);
		expect(written.toString()).toBe("t=5&sort=score&band=high&from=30&to=90");
		expect(readView(written)).toEqual(view);
		expect(writeView(written, WHOLE_VIEW).toString()).toBe("t=5");
	});

	it("keeps a start at 0", () => {
		const written = writeView(new URLSearchParams(), {
			...WHOLE_VIEW,
			from: 0,
			to: 9,
		});
		expect(readView(written)).toMatchObject({ from: 0, to: 9 });
	});

	it.each(["sort=loud&band=blue", "from=x&to=-3", "from=90&to=30"])(
		"shows everything if it says %s",
		(query) => {
			expect(readView(new URLSearchParams(query))).toEqual(WHOLE_VIEW);
		},
	);
});

describe("a moment", () => {
	it.each([
		["90", 90],
		["90s", 90],
		["1m30s", 90],
		["1h2m3s", 3723],
		["1:30", 90],
		["1:02:03", 3723],
		[" 2M ", 120],
		["0", 0],
	])("%s is read as people mean it", (text, seconds) => {
		expect(parseTimestamp(text)).toBe(seconds);
	});

	it.each(["", " ", "soon", "-5", "1:75", "1.5", "1e9", "s"])(
		"is not read from %j",
		(text) => {
			expect(parseTimestamp(text)).toBeNull();
		},
	);
});

describe("the statement that is being said", () => {
	it("is the last one that has begun, in whichever order they are listed", () => {
		const shuffled = [...STATEMENTS].reverse();
		expect(activeStatement(shuffled, 9)).toBeNull();
		expect(activeStatement(shuffled, 10)).toBe("early");
		expect(activeStatement(shuffled, 119)).toBe("split");
		expect(activeStatement(shuffled, 4_000)).toBe("alone");
	});

	it("is none before a position is chosen", () => {
		expect(activeStatement(STATEMENTS, null)).toBeNull();
	});

	it("is the one the player was sent to, though it lands a little before it", () => {
		expect(activeStatement(STATEMENTS, 119.7)).toBe("false");
	});
});
