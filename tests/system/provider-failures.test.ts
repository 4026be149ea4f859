import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Provider } from "#contract/ids.ts";
import { PROVIDER_NAMES, PROVIDERS } from "#contract/providers.ts";
import type { Rating } from "#contract/statement.ts";
import { WITHOUT_PAGES } from "#features/raters/consensus.ts";
import { DEFAULT_MODELS } from "#features/raters/panel.ts";
import type { Behaviour } from "#tests/support/fakes/ai.ts";
import { type Fault, fakeScore } from "#tests/support/fakes/ai-answers.ts";
import type { FakeCall } from "#tests/support/fakes/ai-wires.ts";
import { expectNothingLeaked } from "#tests/support/world/answer-checks.ts";
import type { Client } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { type EndedRun, runToEnd } from "#tests/support/world/viewers.ts";

/** Long enough for a pause of one second and a second attempt of 69 requests at once. */
const PROVIDER_TIMEOUT_MS = 12_000;
const TIMED_OUT = `timed out after ${PROVIDER_TIMEOUT_MS / 1_000} s`;

/** What a provider does and the failure message of its rating, or null if it succeeds. */
const FAULTS: [name: string, fault: Fault, message: string | null][] = [
	["truncated", "truncated", "the answer was cut off"],
	["HTML", "html", "the answer could not be read"],
	["wrong types", "wrong_types", "the answer could not be read"],
	["no score", "missing_score", "the answer could not be read"],
	["an empty text", "empty", "the answer was empty"],
	["an empty body", "empty_body", "the answer could not be read"],
	["ten megabytes", "huge", "the answer was too large"],
	["a refusal", "refusal", "the provider declined to answer"],
	["an error under 200", "reported_error", "the provider reported an error"],
	["a redirect", "redirect", "the provider sent a redirect"],
	["a reset", "reset", "the provider could not be reached"],
	["a hang-up", "hang_up", "the provider could not be reached"],
	["a refused key", { status: 401 }, "the key was refused"],
	["an unknown model", { status: 404 }, "the request was refused (404)"],
	["an error", { status: 500 }, "the provider is unavailable (500)"],
	["no credit", { status: 402 }, "no credit is left"],
	["silence", "never_answers", TIMED_OUT],
	["a drip", "slow_drip", TIMED_OUT],
	["fences", "fenced", null],
];

/** Faults of the first attempt only; the second one succeeds. */
const PASSING: [name: string, fault: Fault, least_wait_ms: number][] = [
	["an error once", { status: 503 }, 0],
	["a limit for a second", { status: 429, retry_after: "1" }, 1_000],
	["a reset once", "reset", 0],
	["rubbish once", "html", 0],
];

const product = opened(() =>
	startProduct({
		PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS),
		MAX_STATEMENTS: "30",
		RATING_CONCURRENCY: "30",
	}),
);
let member: Client;

beforeAll(async () => {
	member = await product.member();
});

/** One statement for each fault, identified by its number. */
function sentence(index: number, name: string): string {
	return `Sentence ${100 + index} is about ${name}.`;
}

const NAMES = [...FAULTS, ...PASSING].map(([name]) => name);

function behaviour(call: FakeCall): Behaviour {
	const index = NAMES.findIndex((name, at) => call.statement === sentence(at, name));
	const lasting = FAULTS[index]?.[1];
	const passing = PASSING[index - FAULTS.length]?.[1];
	if (lasting) return { fault: lasting };
	return { fault: passing && call.earlier === 0 ? passing : null };
}

function mean(scores: (number | null)[]): number {
	const values = scores.map(Number);
	return Math.round(values.reduce((a, b) => a + b, 0) / values.length);
}

describe.each(PROVIDERS)("when %s fails", (provider) => {
	let run: EndedRun;
	let calls: FakeCall[];

	beforeAll(async () => {
		product.ai.reset();
		product.ai.behave(provider, behaviour, "rate");
		const id = product.newVideo({
			duration: 300,
			tracks: [
				{
					language: "en",
					cues: NAMES.map((name, index) => ({ start: index * 5, text: sentence(index, name) })),
				},
			],
		});
		run = await runToEnd(member, id);
		calls = [...product.ai.calls];
	});

	function ratedAs(name: string) {
		const content = sentence(NAMES.indexOf(name), name);
		const statement = run.report.statements.find((it) => it.content === content);
		const ratings = statement?.ratings ?? [];
		const own = ratings.find((it) => it.provider === provider);
		return { statement, ratings, own, content };
	}

	it("the run completes with every statement and the full panel", () => {
		expect(run.report.video).toMatchObject({
			analysis_status: "completed",
			panel: PROVIDERS,
			bs_score: mean(run.report.statements.map((it) => it.ai_score)),
		});
		expect(run.report.statements).toHaveLength(NAMES.length);
	});

	it.each(FAULTS.filter(([, , message]) => message !== null))(
		"by %s, its rating is marked failed and its fallback score counts",
		(name, _, message) => {
			const { statement, ratings, own } = ratedAs(name);
			expect(own).toEqual({
				provider,
				model: DEFAULT_MODELS[provider],
				status: "failed",
				score: 50,
				confidence: 30,
				explanation: `${PROVIDER_NAMES[provider]} analysis failed: ${message}`,
				sources: [],
				...WITHOUT_PAGES,
			} satisfies Rating);
			expect(statement).toMatchObject({
				[`${provider}_score`]: 50,
				ai_score: mean(ratings.map((it) => it.score)),
				confidence_level: mean([30, 80, 80]),
				explanation: ratings.find((it) => it.status === "ok")?.explanation,
			});
			expect(ratings.map((it) => it.status).sort()).toEqual(["failed", "ok", "ok"]);
		},
	);

	it.each(["fences", ...PASSING.map(([name]) => name)])(
		"by %s, its answer is still used",
		(name) => {
			const { own, content } = ratedAs(name);
			expect(own).toMatchObject({
				status: "ok",
				score: fakeScore(provider, content),
				confidence: 80,
			});
		},
	);

	it.each(PASSING)("by %s, the request is retried once", (name, _, least_wait_ms) => {
		const { content } = ratedAs(name);
		const [first, second, ...more] = calls.filter(
			(call) => call.provider === provider && call.statement === content,
		);
		expect(more).toEqual([]);
		const waited_ms = (second?.started_at ?? 0) - (first?.started_at ?? 0);
		expect(waited_ms).toBeGreaterThanOrEqual(least_wait_ms);
	});

	it("the progress reports how many of its ratings failed", () => {
		const told = run.analysis?.providers.find((it) => it.provider === provider);
		const failed = FAULTS.filter(([, , message]) => message !== null).length;
		const total = NAMES.length;
		expect(told).toEqual({ provider, done: total - failed, failed, total });
	});

	it("no provider text, key or exception is shown", () => {
		expectNothingLeaked(run);
	});
});

describe("panel of three", () => {
	beforeEach(() => product.ai.reset());

	function silence(...providers: Provider[]) {
		for (const provider of providers)
			product.ai.behave(provider, { fault: { status: 401 } }, "rate");
	}

	it("completes with two providers down", async () => {
		silence("openai", "gemini");
		const { report } = await runToEnd(member, product.newVideo());
		expect(report.video.analysis_status).toBe("completed");
		for (const { content, ...statement } of report.statements) {
			const claude = fakeScore("claude", content);
			expect(statement).toMatchObject({
				openai_score: 50,
				claude_score: claude,
				gemini_score: 50,
				ai_score: mean([50, claude, 50]),
				confidence_level: mean([30, 80, 30]),
				explanation: expect.stringMatching(/^claude looked at/),
			});
		}
	});

	it("fails without a score if all providers are down", async () => {
		silence(...PROVIDERS);
		const run = await runToEnd(member, product.newVideo());
		expect(run.ending).toMatchObject({
			event: "failed",
			data: {
				code: "ratings_failed",
				detail: expect.stringContaining("OpenAI: the key was refused. Claude:"),
			},
		});
		expect(run.report).toMatchObject({
			video: { analysis_status: "failed", bs_score: null, claims_count: 0 },
			statements: [],
		});
		expect(run.analysis).toMatchObject({ status: "failed", progress: 0 });
		expectNothingLeaked(run);
	});
});
