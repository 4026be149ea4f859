import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import { createPanel } from "#features/raters/create-providers.ts";
import type { Providers } from "#features/raters/provider-calls.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import type { CallContext } from "#providers/retrying-call.ts";
import { type FakeAi, startFakeAi } from "#tests/support/fakes/ai.ts";
import { type Fault, fakeScore } from "#tests/support/fakes/ai-answers.ts";
import { realCallContext } from "#tests/support/fakes/network.ts";

const STATEMENT = "The Great Wall of China can be seen from the Moon.";

let ai: FakeAi;
let panel: Providers;
beforeAll(async () => {
	ai = await startFakeAi();
	panel = createPanel(ai.panel);
});
beforeEach(() => ai.reset());
afterAll(() => ai.close());

function rate(provider: Provider, context: Partial<CallContext> = {}) {
	const rater = panel.raters.find((one) => one.provider === provider);
	if (rater === undefined) throw new Error(`${provider} is not on the panel.`);
	return rater.rate(
		{ statement: STATEMENT, said_on: "2024-05-01", said_in: null },
		realCallContext(context),
	);
}

describe.each(PROVIDERS)("%s rater", (provider) => {
	it("returns the model's answer and its usage", async () => {
		expect(await rate(provider)).toMatchObject({
			ok: true,
			model: `fake-${provider}`,
			attempts: 1,
			answer: {
				score: fakeScore(provider, STATEMENT),
				confidence: 80,
				sources: ["https://www.who.int/news-room", "nasa.gov"],
			},
			usage: { input_tokens: 300, output_tokens: 100, cost_usd: null },
		});
		expect(ai.calls).toMatchObject([
			{ provider, kind: "rate", statement: STATEMENT, key: `${provider}-key` },
		]);
	});

	it("reads an answer wrapped in prose and a code fence", async () => {
		ai.behave(provider, { fault: "fenced" });
		expect(await rate(provider)).toMatchObject({
			ok: true,
			answer: { score: fakeScore(provider, STATEMENT) },
		});
	});

	it.each<[Fault, object]>([
		["truncated", { kind: "bad_answer", message: "the answer was cut off", attempts: 2 }],
		["html", { kind: "bad_answer", message: "the answer could not be read", attempts: 2 }],
		["wrong_types", { kind: "bad_answer", attempts: 2 }],
		["missing_score", { kind: "bad_answer", attempts: 2 }],
		["empty", { kind: "bad_answer", message: "the answer was empty", attempts: 2 }],
		["empty_body", { kind: "bad_answer", attempts: 2 }],
		["huge", { kind: "too_large", message: "the answer was too large", attempts: 1 }],
		["reset", { kind: "network", message: "the provider could not be reached", attempts: 3 }],
		["hang_up", { kind: "network", attempts: 3 }],
		[
			"reported_error",
			{ kind: "unavailable", message: "the provider reported an error", attempts: 3 },
		],
		["refusal", { kind: "refused", message: "the provider declined to answer", attempts: 1 }],
		["redirect", { kind: "network", attempts: 1 }],
		[{ status: 400 }, { kind: "refused", attempts: 1 }],
		[{ status: 401 }, { kind: "refused", message: "the key was refused", attempts: 1 }],
		[{ status: 403 }, { kind: "refused", attempts: 1 }],
		[{ status: 404 }, { kind: "refused", attempts: 1 }],
		[
			{ status: 429, retry_after: "4" },
			{ kind: "rate_limited", message: "rate limit reached", attempts: 2 },
		],
		[
			{ status: 429, retry_after: "3600" },
			{ kind: "rate_limited", attempts: 1 },
		],
		[
			{ status: 500 },
			{ kind: "unavailable", message: "the provider is unavailable (500)", attempts: 3 },
		],
		[{ status: 529 }, { kind: "unavailable", attempts: 3 }],
	])("for the fault %j returns the failure %j", async (fault, expected) => {
		ai.behave(provider, { fault });
		const outcome = await rate(provider);
		expect(outcome).toMatchObject({ ok: false, ...expected });
		expect(ai.calls).toHaveLength(outcome.attempts);
		const { said: _, ...shown } = { said: "", ...outcome };
		expect(JSON.stringify(shown)).not.toMatch(/vendor|sk-123/i);
	});

	it.each<Fault>(["slow_drip", "never_answers"])(
		"stops waiting for %s at its deadline",
		async (fault) => {
			ai.behave(provider, { fault });
			const outcome = await rate(provider, { timeout_ms: 1_000 });
			expect(outcome).toMatchObject({
				ok: false,
				kind: "timeout",
				message: "timed out after 1 s",
				attempts: 1,
			});
			await expect.poll(() => ai.calls[0]?.ended_at).toBeTypeOf("number");
			expect(ai.calls[0]?.sent_whole).toBe(false);
		},
	);

	it("retries after a temporary failure", async () => {
		ai.behave(provider, ({ earlier }) => ({ fault: earlier === 0 ? { status: 503 } : null }));
		expect(await rate(provider)).toMatchObject({ ok: true, attempts: 2 });
	});

	it("counts the tokens of answers that it cannot use", async () => {
		ai.behave(provider, ({ earlier }) => ({ fault: earlier === 0 ? "wrong_types" : null }));
		expect(await rate(provider)).toMatchObject({
			ok: true,
			usage: { input_tokens: 600, output_tokens: 200 },
		});
	});

	it("sends the model only the statement and its date", async () => {
		await rate(provider);
		const sent = JSON.stringify(ai.calls[0]?.body);
		expect(sent).toContain(STATEMENT);
		expect(sent).toContain("2024-05-01");
		expect(sent).not.toMatch(/youtube|transcript|channel|title/i);
	});
});

describe("raters of the panel", () => {
	it("share one gate that lets at most six requests run at once", async () => {
		const STATEMENTS = 40;
		const RATINGS = STATEMENTS * PROVIDERS.length;
		// Counted before the gate: the server learns later than the gate that an answer has ended.
		let open = 0;
		let most = 0;
		const gate = createOutboundGate({
			fetch: async (...request) => {
				open += 1;
				most = Math.max(most, open);
				return fetch(...request).finally(() => {
					open -= 1;
				});
			},
		});
		// No answer comes until every rating waits at the gate, so the result does not depend on speed.
		let asked = 0;
		let letAnswersCome = () => {};
		const answers_come = new Promise<void>((resolve) => {
			letAnswersCome = resolve;
		});
		ai.behave("all", { until: answers_come });
		const context = realCallContext({
			timeout_ms: 60_000,
			fetch: (...call) => {
				asked += 1;
				return gate(...call);
			},
		});
		const ratings = Array.from({ length: STATEMENTS }, (_, index) =>
			panel.raters.map((rater) =>
				rater.rate({ statement: `Statement ${index}.`, said_on: null, said_in: null }, context),
			),
		).flat();
		while (asked < RATINGS) await setImmediate();
		await setImmediate();
		expect(open).toBe(6);
		letAnswersCome();
		const outcomes = await Promise.all(ratings);
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(RATINGS);
		expect(most).toBe(6);
	});
});
