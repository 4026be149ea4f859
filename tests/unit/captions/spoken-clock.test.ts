import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readPastedTranscript } from "#features/captions/pasted-transcript.ts";
import TABLE from "#features/captions/spoken-times.json" with { type: "json" };
import { spokenTimes } from "#scripts/spoken-times.ts";

const FILE = new URL("../../../worker/features/captions/spoken-times.json", import.meta.url);
/** Some plural forms differ from their neighbours: 1, 2, a few, many, and zero beside minutes. */
const CLOCKS = [
	{ clock: "0:05", parts: [[5, 2]] },
	{
		clock: "1:01",
		parts: [
			[1, 1],
			[1, 2],
		],
	},
	{
		clock: "2:22",
		parts: [
			[2, 1],
			[22, 2],
		],
	},
	{
		clock: "11:34",
		parts: [
			[11, 1],
			[34, 2],
		],
	},
	{
		clock: "1:05:03",
		parts: [
			[1, 0],
			[5, 1],
			[3, 2],
		],
	},
] as const;
const UNITS = ["hour", "minute", "second"] as const;

/** The label as Node's full ICU writes it. */
function labelOf(language: string, parts: readonly (readonly [number, number])[]): string {
	const spoken = parts.map(([count, unit]) =>
		new Intl.NumberFormat(language, {
			style: "unit",
			unit: UNITS[unit] ?? "second",
			unitDisplay: "long",
		}).format(count),
	);
	return new Intl.ListFormat(language, { type: "unit", style: "long" }).format(spoken);
}

describe("the spoken labels of times", () => {
	it("are those that this Node's ICU writes", () => {
		expect(readFileSync(fileURLToPath(FILE), "utf8")).toBe(spokenTimes());
	});

	it.each(TABLE.map(({ language }) => language))("are no speech in %s", (language) => {
		const words = CLOCKS.map((_, at) => `Words ${"abcde"[at]} are said here.`);
		for (const join of ["\n", " "]) {
			const panel = CLOCKS.map(
				({ clock, parts }, at) => `${clock}${join}${labelOf(language, parts)}\n${words[at]}`,
			).join("\n");
			const read = readPastedTranscript(panel);
			expect(read?.cues.map(({ text }) => text)).toEqual(words);
		}
	});
});
