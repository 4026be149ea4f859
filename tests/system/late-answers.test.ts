import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const TIMEOUT_MS = 5_000;
const TOO_LATE_MS = 6_000;
/** The same provider's scores for the first and for later requests. */
const FIRST_SCORE = 11;
const LATER_SCORE = 90;

const product = opened(() => startProduct({ PROVIDER_TIMEOUT_MS: String(TIMEOUT_MS) }));
let member: Client;

beforeAll(async () => {
	member = await product.member();
});
beforeEach(() => {
	product.ai.reset();
	product.ai.answer({
		rate: ({ earlier }) => ({
			score: earlier === 0 ? FIRST_SCORE : LATER_SCORE,
			confidence: 80,
			explanation: "As asked.",
			sources: [],
		}),
	});
});

function ratings(provider: string) {
	return product.ai.calls.filter((call) => call.kind === "rate" && call.provider === provider);
}

async function everythingAnswered() {
	while (product.ai.calls.some(({ ended_at }) => ended_at === null)) await sleep(50);
	await sleep(TOO_LATE_MS - TIMEOUT_MS);
}

describe("provider response after its timeout", () => {
	it("changes neither the published result nor the next run", async () => {
		const id = product.newVideo();
		product.ai.behave(
			"openai",
			({ earlier }) => ({ delay_ms: earlier === 0 ? TOO_LATE_MS : 500 }),
			"rate",
		);
		const first = await runToEnd(member, id);
		expect(first.report.video.analysis_status).toBe("completed");
		for (const { openai_score, claude_score } of first.report.statements)
			expect({ openai_score, claude_score }).toEqual({
				openai_score: 50,
				claude_score: FIRST_SCORE,
			});

		const second = await runToEnd(member, id, { force: true });
		const statements = first.report.statements.length;
		expect(second.report.video.version).toBe(2);
		for (const statement of second.report.statements)
			expect(statement).toMatchObject({
				openai_score: LATER_SCORE,
				claude_score: LATER_SCORE,
				gemini_score: LATER_SCORE,
				ai_score: LATER_SCORE,
			});
		expect(second.analysis?.providers[0]).toMatchObject({ done: statements, failed: 0 });
		expect(second.events.filter(({ event }) => event === "statement")).toHaveLength(statements);

		await everythingAnswered();
		expect(await member.report(id)).toEqual(second.report);
		expect(ratings("openai")).toHaveLength(2 * statements);
	});

	it("counts as failed if only its end is late", async () => {
		const id = product.newVideo();
		product.ai.behave("claude", { fault: "slow_drip" }, "rate");
		const { report } = await runToEnd(member, id);
		for (const { claude_score, ratings } of report.statements) {
			expect(claude_score).toBe(50);
			expect(ratings[1]?.status).toBe("failed");
		}
		await everythingAnswered();
		expect(await member.report(id)).toEqual(report);
	});
});
