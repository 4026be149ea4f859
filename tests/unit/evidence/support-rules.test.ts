import { describe, expect, it } from "vitest";
import { SHOWS, type Shows } from "#contract/verdicts.ts";
import type { Judgement } from "#features/evidence/judgement.ts";
import { chooseReader, readStances } from "#features/evidence/support-rules.ts";
import {
	abstaining,
	citation,
	decide,
	judgement,
	lacking,
	panelOf,
	refuting,
	supporting,
	torn,
	unsupported,
} from "#tests/support/fixtures/judgements.ts";

describe("a verdict whose quotes are read a second time", () => {
	const outdated = judgement({
		verdict: "supported",
		when_said: "supported",
		today: "refuted",
		score: 10,
		citations: [
			citation({ stance: "supports" }),
			citation({ stance: "refutes", published_at: "2025-02-01" }),
		],
	});
	const all = [
		["supported", supporting],
		["outdated", outdated],
		["refuted", refuting],
		["missing_context", lacking],
		["conflicting", torn],
	] as const;
	const stands = {
		supported: ["all"],
		outdated: ["all"],
		refuted: ["contrary"],
		missing_context: ["part", "contrary", "nothing"],
		conflicting: ["part", "contrary", "nothing"],
	};
	const reading = (shows: Shows) => ({ support: { shows, missing_part: "", probability: 90 } });

	it.each(
		all.flatMap(([verdict, answer]) => SHOWS.map((shows) => [verdict, shows, answer] as const)),
	)("%s, of which the quotes show %s", (verdict, shows, answer) => {
		const alone = decide([answer]);
		expect(alone.verdict).toBe(verdict);
		const result = decide([answer], reading(shows));
		if (stands[verdict].includes(shows)) {
			const { confidence_level, calibration, interval, ...rest } = alone;
			expect(result).toMatchObject(rest);
			expect(result.calibration).not.toBe(calibration);
			return;
		}
		const decided_by_one_side = ["supported", "outdated", "refuted"].includes(verdict);
		expect(result).toMatchObject({
			verdict: "unverified",
			unverified_reason: decided_by_one_side && shows === "part" ? "part_only" : "not_confirmed",
			basis: "memory",
			interval: null,
			independent_sources: 0,
		});
	});

	it("keeps the explanation of the raters whose verdict it was", () => {
		const outvoted = { ...supporting, explanation: "outvoted" };
		const decided = { ...refuting, explanation: "decided" };
		const result = decide([outvoted, decided, decided], reading("nothing"));
		expect(result).toMatchObject({ verdict: "unverified", explanation: "decided" });
	});

	it("changes nothing where the ratings give no verdict", () => {
		const answers = [abstaining, abstaining];
		expect(decide(answers, reading("all"))).toEqual(decide(answers));
	});
});

describe("chooseReader", () => {
	const who = (...judgements: (Judgement | null)[]) =>
		chooseReader(panelOf(...judgements), "refuted");

	it("is the first in the panel's order that cited nothing for the verdict", () => {
		expect(who(refuting, refuting, abstaining)).toBe("gemini");
		expect(who(refuting, supporting, abstaining)).toBe("claude");
		expect(who(unsupported, refuting, refuting)).toBe("openai");
	});

	it("is the first if all cited something for it", () => {
		expect(who(refuting, refuting, refuting)).toBe("openai");
		expect(who(refuting)).toBe("openai");
	});

	it("is none that did not answer the rating, if another did", () => {
		expect(who(null, refuting, abstaining)).toBe("gemini");
		expect(who(null, refuting, refuting)).toBe("claude");
		expect(chooseReader([], "refuted")).toBeNull();
	});

	it("counts both sides as cited for an outdated statement, of which one is read", () => {
		const newer = judgement({ citations: [citation({ stance: "refutes" })] });
		expect(chooseReader(panelOf(newer, abstaining), "outdated")).toBe("claude");
		expect(readStances("outdated")).toEqual(["supports"]);
		expect(readStances("conflicting")).toEqual(["supports", "refutes"]);
	});
});
