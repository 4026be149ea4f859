import { describe, expect, it } from "vitest";
import type { StatementId } from "#contract/ids.ts";
import { sampleRating, sampleStatement } from "#tests/web/support/sample-report.ts";
import {
	activeStatement,
	arrange,
	readView,
	WHOLE_VIEW,
	writeView,
} from "#web/features/reports/statements/statement-view.ts";
import { parseTimestamp } from "#web/ui/parse-timestamp.ts";

function statement(id: string, timestamp: number, scores: [number, number], failed = false) {
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
	arrange(STATEMENTS, { ...WHOLE_VIEW, ...view }).map(({ id }) => id);

describe("arrange", () => {
	it("sorts by time, by score or by disagreement", () => {
		expect(idsOf({})).toEqual(["early", "split", "false", "alone"]);
		expect(idsOf({ sort: "score" })).toEqual(["false", "alone", "split", "early"]);
		expect(idsOf({ sort: "disagreement" })).toEqual(["split", "false", "early", "alone"]);
	});

	it("filters by band and by a part of the video that includes both ends", () => {
		expect(idsOf({ band: "factual" })).toEqual(["early"]);
		expect(idsOf({ from: 60, to: 120 })).toEqual(["split", "false"]);
		expect(idsOf({ from: 61 })).toEqual(["false", "alone"]);
		expect(idsOf({ to: 9 })).toEqual([]);
	});

	it("leaves the given list unchanged", () => {
		const given = [...STATEMENTS];
		arrange(given, { ...WHOLE_VIEW, sort: "score" });
		expect(given).toEqual(STATEMENTS);
	});
});

describe("view in the address", () => {
	it("is read as written, and leaves the rest of the query unchanged", () => {
		const view = { sort: "score", band: "high", from: 30, to: 90, speaker: "Speaker 2" } as const;
		const written = writeView(new URLSearchParams("t=5"), view);
		expect(written.toString()).toBe("t=5&sort=score&band=high&from=30&to=90&speaker=Speaker+2");
		expect(readView(written)).toEqual(view);
		expect(writeView(written, WHOLE_VIEW).toString()).toBe("t=5");
	});

	it("keeps a start at 0", () => {
		const written = writeView(new URLSearchParams(), { ...WHOLE_VIEW, from: 0, to: 9 });
		expect(readView(written)).toMatchObject({ from: 0, to: 9 });
	});

	it.each(["sort=loud&band=blue", "from=x&to=-3", "from=90&to=30"])(
		"is the whole view for %s",
		(query) => {
			expect(readView(new URLSearchParams(query))).toEqual(WHOLE_VIEW);
		},
	);
});

describe("parseTimestamp", () => {
	it.each([
		["90", 90],
		["90s", 90],
		["1m30s", 90],
		["1h2m3s", 3723],
		["1:30", 90],
		["1:02:03", 3723],
		[" 2M ", 120],
		["0", 0],
	])("reads %s as %i seconds", (text, seconds) => {
		expect(parseTimestamp(text)).toBe(seconds);
	});

	it.each(["", " ", "soon", "-5", "1:75", "1.5", "1e9", "s"])("returns null for %j", (text) => {
		expect(parseTimestamp(text)).toBeNull();
	});
});

describe("activeStatement", () => {
	it("is the last one that has begun, in any order of the list", () => {
		const shuffled = [...STATEMENTS].reverse();
		expect(activeStatement(shuffled, 9)).toBeNull();
		expect(activeStatement(shuffled, 10)).toBe("early");
		expect(activeStatement(shuffled, 119)).toBe("split");
		expect(activeStatement(shuffled, 4_000)).toBe("alone");
	});

	it("is null before a position is chosen", () => {
		expect(activeStatement(STATEMENTS, null)).toBeNull();
	});

	it("is the next one if the player stops slightly before it", () => {
		expect(activeStatement(STATEMENTS, 119.7)).toBe("false");
	});
});
