import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { layout } from "#scripts/layout.ts";
import { compareAccuracy, readEarlier } from "#tests/eval/against.ts";
import type { Evaluation } from "#tests/eval/evaluate.ts";
import { SetError } from "#tests/eval/load-set.ts";
import { type FakeAi, startFakeAi } from "#tests/support/fakes/ai.ts";

let ai: FakeAi;
let folder = "";
let last = "";
beforeAll(async () => {
	ai = await startFakeAi();
	folder = mkdtempSync(join(tmpdir(), "eval-against-"));
	last = join(folder, "last.json");
});
afterAll(async () => {
	rmSync(folder, { recursive: true });
	await ai.close();
});

/** Runs the command with one model, as a cron job does. */
async function evaluateAgainst(...more: string[]) {
	const child = spawn(
		process.execPath,
		["--import", "tsx", "tests/eval/eval.ts", "--limit", "6", "--panel", "openai", ...more],
		{
			cwd: layout.root,
			env: {
				...process.env,
				OPENAI_API_KEY: "k",
				OPENAI_BASE_URL: `${ai.origin}/v1`,
				CONTACT_EMAIL: "someone@example.org",
			},
			stdio: ["ignore", "pipe", "pipe"],
		},
	);
	const [out, err, [code]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, "exit"),
	]);
	return { out, err, code };
}

type Stored = Evaluation & {
	result: { figures: { accuracy: { value: number; low: number; high: number } } };
};
const readLast = () => JSON.parse(readFileSync(last, "utf8")) as Stored;

/** The last result as if its accuracy had been this. */
function earlierWith(accuracy: { value: number; low: number; high: number } | null): string {
	const path = join(folder, "earlier.json");
	const { run, result } = readLast();
	writeFileSync(path, JSON.stringify({ run, result: { ...result, figures: { accuracy } } }));
	return path;
}

describe("npm run eval -- --set own --against FILE", () => {
	it("compares with nothing the first time, then with the last file", async () => {
		const first = await evaluateAgainst("--set", "own", "--json", last, "--against", last);
		expect(first).toMatchObject({ code: 0, out: expect.stringContaining(`no ${last}`) });
		const again = await evaluateAgainst("--set", "own", "--against", last);
		expect(again.out).toMatch(/^Accuracy is 100 %; before it was 100 % \(100 % to 100 %\)\.$/m);
		expect(again.code).toBe(0);
	});

	it("ends with 1 and one sentence if accuracy is below the last interval", async () => {
		ai.behave("openai", { fault: { status: 401 } });
		const { code, err } = await evaluateAgainst("--set", "own", "--against", last);
		ai.behave("openai", {});
		expect(code).toBe(1);
		expect(err.trim().split("\n").at(-1)).toBe(
			"Accuracy fell from 100 % (100 % to 100 %) to 0 %, more than chance explains.",
		);
	});

	it("refuses a file that is no result before anything is asked, and no set at all", async () => {
		const path = join(folder, "other.json");
		writeFileSync(path, "{}");
		const calls = ai.calls.length;
		const wrong = await evaluateAgainst("--set", "own", "--against", path);
		expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("is no result of a set") });
		expect(ai.calls.length).toBe(calls);
		const none = await evaluateAgainst("--against", last);
		expect(none).toMatchObject({ code: 2, err: expect.stringContaining("goes with --set") });
	});

	it("compares only what was measured on the same statements, and has an accuracy", () => {
		const now = readLast();
		const earlier = readEarlier(last);
		if (earlier === null) throw new Error("no file");
		const shorter = { ...earlier, run: { ...earlier.run, limit: 5 } };
		expect(() => compareAccuracy(shorter, now)).toThrow(/another limit: 5, now 6/);
		const empty = readEarlier(earlierWith(null));
		if (empty === null) throw new Error("no file");
		expect(() => compareAccuracy(empty, now)).toThrow(SetError);
	});
});
