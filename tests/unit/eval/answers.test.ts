import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { evaluateAnswers } from "#tests/eval/answers.ts";
import { SetError } from "#tests/eval/load-set.ts";
import { showAnswers } from "#tests/eval/print.ts";

const EXAMPLE = "tests/eval/own/answers.jsonl";

describe("recorded answers", () => {
	it("are judged by the product's own quote check and verdicts", () => {
		const { result, run } = evaluateAnswers([EXAMPLE], 1);
		expect(run.sha256).toMatch(/^[0-9a-f]{64}$/);
		expect(result).toMatchObject({
			statements: 12,
			confusion: { refuted: { refuted: 2 }, missing_context: { missing_context: 1 } },
			reasons: { not_enough: 1, quotes_not_found: 1, part_only: 1, not_confirmed: 2 },
			quote_found_rate: 0.9167,
		});
	});

	it("get the verdict that the recorded second reading leaves", () => {
		const { result } = evaluateAnswers([EXAMPLE], 1);
		// Without it, one is a flip, and two have a verdict that nothing shows.
		expect(result.figures).toMatchObject({
			flip_rate: { value: 0 },
			accuracy_checked: { value: 1 },
			false_decisive_rate: { value: 0 },
		});
	});

	it("are measured beside the confidence and the words of the model itself", () => {
		const { result, own_confidence } = evaluateAnswers([EXAMPLE], 1);
		expect(own_confidence.coverage?.value).toBe(result.figures.coverage?.value);
		expect(own_confidence.ece?.value).not.toBe(result.figures.ece?.value);
		// The model gave a verdict that it had no true quote for.
		expect(result.without_checks.coverage?.value).toBeCloseTo(11 / 12, 3);
	});

	it("give the same figures for the same seed", () => {
		expect(evaluateAnswers([EXAMPLE], 7)).toEqual(evaluateAnswers([EXAMPLE], 7));
		const { figures } = evaluateAnswers([EXAMPLE], 7).result;
		expect(figures).not.toEqual(evaluateAnswers([EXAMPLE], 8).result.figures);
	});

	it("are printed with the flips first", () => {
		const [title, , first] = showAnswers(evaluateAnswers([EXAMPLE], 1), "Example").split("\n");
		expect(title).toBe("Example: 12 statements, flips: 0");
		expect(first).toMatch(/^flips {2,}\d\.\d{3} \(/);
	});

	it("name the line that is no answer", () => {
		const file = join(mkdtempSync(join(tmpdir(), "answers-")), "answers.jsonl");
		expect(() => evaluateAnswers([file], 1)).toThrow(SetError);
		writeFileSync(file, "\n");
		expect(() => evaluateAnswers([file], 1)).toThrow(/has no answers/);
		writeFileSync(file, '{"id": "a"}\n');
		expect(() => evaluateAnswers([file], 1)).toThrow(/line 1: statement/);
		writeFileSync(file, "no JSON\n");
		expect(() => evaluateAnswers([file], 1)).toThrow(/line 1: it is no JSON/);
	});
});
