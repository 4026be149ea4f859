import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import type { Evaluation } from "./evaluate.ts";
import { SetError } from "./load-set.ts";
import { RunDescription } from "./recorded-calls.ts";

const Earlier = z.object({
	run: RunDescription,
	result: z.object({
		figures: z.object({
			accuracy: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
		}),
	}),
});
type Earlier = z.infer<typeof Earlier>;

/** What decides which statements are answered, and from what. Models and sources may change. */
const SAME = ["set", "split", "sha256", "evidence", "limit"] as const;

/**
 * Reads the result that an earlier run wrote with `--json`; null if there is no such file yet.
 * Throws SetError for a file that is no such result.
 */
export function readEarlier(path: string): Earlier | null {
	if (!existsSync(path)) return null;
	let json: unknown;
	try {
		json = JSON.parse(readFileSync(path, "utf8"));
	} catch {
		throw new SetError(`${path} is no JSON.`);
	}
	const earlier = Earlier.safeParse(json);
	if (earlier.success) return earlier.data;
	throw new SetError(`${path} is no result of a set: npm run eval -- --set own --json ${path}`);
}

/**
 * Whether the accuracy is below the interval of the earlier one, which chance alone explains once in
 * forty runs, and both in a sentence. Throws SetError if the two cannot be compared.
 */
export function compareAccuracy(
	earlier: Earlier,
	now: Evaluation,
): { fell: boolean; sentence: string } {
	const other = SAME.find((name) => earlier.run[name] !== now.run[name]);
	if (other !== undefined)
		throw new SetError(
			`The earlier result has another ${other}: ${earlier.run[other]}, now ${now.run[other]}.`,
		);
	const before = earlier.result.figures.accuracy;
	const after = "result" in now ? now.result.figures.accuracy : null;
	if (before === null || after === null) throw new SetError("One of the results has no accuracy.");
	const range = `${percent(before.value)} (${percent(before.low)} to ${percent(before.high)})`;
	const fell = after.value < before.low;
	return {
		fell,
		sentence: fell
			? `Accuracy fell from ${range} to ${percent(after.value)}, more than chance explains.`
			: `Accuracy is ${percent(after.value)}; before it was ${range}.`,
	};
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
