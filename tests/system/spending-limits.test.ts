import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { rawRequest, watchUrl } from "#tests/support/world/client.ts";
import { opened } from "#tests/support/world/opened.ts";
import { startProduct } from "#tests/support/world/product.ts";
import { type SignedIn, signedIn } from "#tests/support/world/signed-in.ts";
import { runToEnd } from "#tests/support/world/viewers.ts";

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
/** The plain video's one window, and its four statements rated by a panel of three. */
const CALLS_A_VIDEO = 1 + 4 * 3;
/** The estimate before the video is read has one statement more. */
const ESTIMATED_CALLS = CALLS_A_VIDEO + 3;
/** Two windows, and more statements than the limit. */
const TWO_WINDOWS = longTalk({ number: 7, words: 2_600, facts: 30 });
const CALLS_OF_TWO_WINDOWS = 2 + 24 * 3;
const FIRST_FACT = "pier 1 of harbour 7";

/** A resumed run needs its second window and all ratings. */
const CALLS_LEFT = 1 + 24 * 3;

const product = opened(() =>
	startProduct({
		LIMIT_PROVIDER_CALLS: String(ESTIMATED_CALLS),
		LIMIT_ANALYSES: "6",
		LIMIT_ANALYSES_ADDRESS: "0",
	}),
);
let member: SignedIn;

beforeAll(async () => {
	[member] = (await signedIn(product, 1)) as [SignedIn];
});
beforeEach(() => product.ai.reset());

async function rows(query: string) {
	const d1 = await product.server.database();
	const { results } = await d1.prepare(query).all<Record<string, unknown>>();
	return results;
}

/** The provider calls of all ended runs so far. */
async function takenCalls(): Promise<number> {
	const [sums] = await rows("select sum(requests) as n from publications");
	return Number(sums?.n);
}

describe("LIMIT_PROVIDER_CALLS", () => {
	it("ends a run before its first call if the day's budget does not cover all of it", async () => {
		for (const scenario of [TWO_WINDOWS, { tracks: [], duration: 1_200 }]) {
			const { ending, report } = await runToEnd(member, product.newVideo(scenario));
			expect(ending.data).toMatchObject({ code: "provider_budget_spent" });
			expect(report.video).toMatchObject({
				analysis_status: "failed",
				bs_score: null,
				error: { retry_at: expect.stringMatching(/T00:00:00\.000Z$/) },
			});
			expect(report.statements).toEqual([]);
		}
		expect(product.ai.calls).toEqual([]);
	});

	it("returns 429 with the reset time if the rest of the day's budget does not cover a start", async () => {
		const id = product.newVideo();
		const first = await runToEnd(member, id);
		expect(first.ending.event).toBe("completed");
		expect(product.ai.calls).toHaveLength(CALLS_A_VIDEO);
		product.ai.reset();
		const url = watchUrl(product.newVideo());
		for (const answer of [
			await member.analyze(url),
			await member.analyze(watchUrl(id), { force: true }),
			await member.post("/api/v1/analyze", { url }),
		]) {
			expect(answer.status).toBe(429);
			expect(answer.body).toMatchObject({
				code: "provider_budget_spent",
				title: "Daily limit reached",
				detail: expect.stringContaining("00:00 UTC"),
			});
			const wait_s = Number(answer.headers.get("retry-after"));
			expect(wait_s).toBeGreaterThan(0);
			expect(wait_s).toBeLessThanOrEqual(DAY_S);
		}
		expect(product.ai.calls).toEqual([]);
		expect(await member.report(id)).toEqual(first.report);
	});

	it("keeps paid answers for the next run, which does not request them again", async () => {
		// The member's last two of six: the video that was to be transcribed counted by its two parts, and
		// the starts refused above were not charged.
		const limits = { LIMIT_ANALYSES: "6", LIMIT_ANALYSES_ADDRESS: "0" };
		const taken = await takenCalls();
		await product.restart({
			...limits,
			LIMIT_PROVIDER_CALLS: String(taken + CALLS_OF_TWO_WINDOWS),
		});
		product.ai.answer({ extract: extractFacts });
		// Extraction of the second window fails, and the budget allows no other extractor.
		product.ai.behave(
			"openai",
			({ transcript }) => (transcript?.includes(FIRST_FACT) ? {} : { fault: { status: 500 } }),
			"extract",
		);
		const id = product.newVideo(TWO_WINDOWS);
		const cut = await runToEnd(member, id);
		expect(cut.ending.data).toMatchObject({ code: "provider_budget_spent" });
		expect(cut.report.statements).toEqual([]);
		const [whole, ...others] = product.ai.calls.filter(({ status }) => status === 200);
		expect(whole?.kind).toBe("extract");
		expect(others).toEqual([]);

		const room = (await takenCalls()) + CALLS_LEFT + 2 * ESTIMATED_CALLS;
		await product.restart({ ...limits, LIMIT_PROVIDER_CALLS: String(room) });
		product.ai.reset();
		product.ai.answer({ extract: extractFacts });
		const resumed = await runToEnd(member, id);
		expect(resumed.ending.event).toBe("completed");
		const asked = product.ai.calls.filter(({ kind }) => kind === "extract");
		expect(asked).toHaveLength(1);
		expect(asked[0]?.transcript).not.toBe(whole?.transcript);
		expect(resumed.report.statements.some(({ quote }) => quote?.includes(FIRST_FACT))).toBe(true);
		const bills = await rows(
			`select outcome, calls, unpriced_calls from publications where video_id = '${id}' order by ended_at`,
		);
		expect(bills).toEqual([
			{ outcome: "failed", calls: 2, unpriced_calls: 0 },
			{ outcome: "completed", calls: CALLS_LEFT, unpriced_calls: 0 },
		]);
	});

	it("is not exceeded by fifty simultaneous starts", async () => {
		const members = await signedIn(product, 10);
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, n) =>
				(members[n % 10] ?? member).analyze(watchUrl(product.newVideo())),
			),
		);
		for (const { status } of answers) expect([202, 429]).toContain(status);
		await expect
			.poll(() => rows("select 1 from active_runs where ended_at is null"), {
				timeout: 60_000,
				interval: 200,
			})
			.toEqual([]);
		const read = product.ai.calls.filter(({ kind }) => kind === "extract");
		expect(read.length).toBeGreaterThanOrEqual(2);
		expect(product.ai.calls.length).toBeLessThanOrEqual(2 * ESTIMATED_CALLS);
		expect(product.ai.calls).toHaveLength(read.length * CALLS_A_VIDEO);
	});
});

describe("LIMIT_SPENDING_USD", () => {
	it("uses known prices, with the operator's own taking precedence", async () => {
		await product.restart({
			LIMIT_SPENDING_USD: "1",
			OPENAI_MODEL: "a-model",
			MODEL_PRICES: "a-model=1000000/0",
		});
		const answer = await member.analyze(watchUrl(product.newVideo()));
		expect(answer.status).toBe(429);
		expect(answer.body).toMatchObject({ code: "spending_budget_spent" });
		expect(answer.headers.get("retry-after")).not.toBeNull();
		expect(product.ai.calls).toEqual([]);
	});
});

describe("LIMIT_ANALYSES", () => {
	const A_MEMBER = 2;
	const AN_ADDRESS = 4 * A_MEMBER;
	beforeAll(() => product.restart({ LIMIT_ANALYSES: String(A_MEMBER) }));

	/** The video fails immediately, since only the start counts. */
	function start(who: SignedIn, address: string) {
		const video = product.newVideo({ playability: "private" });
		return rawRequest(`${product.url}/api/analyze`, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				"cf-connecting-ip": address,
				cookie: who.cookie(),
			},
			body: JSON.stringify({ url: watchUrl(video) }),
		});
	}

	async function fifty(members: SignedIn[], address: string) {
		const answers = await Promise.all(
			Array.from({ length: 50 }, (_, n) => start(members[n % members.length] ?? member, address)),
		);
		const refused = answers.filter(({ status }) => status === 429);
		const granted = answers.filter(({ status }) => status === 202);
		expect(refused.length + granted.length).toBe(50);
		for (const { headers } of refused) {
			const wait_s = Number(headers.get("retry-after"));
			expect(wait_s).toBeGreaterThan(0);
			expect(wait_s).toBeLessThanOrEqual(HOUR_S);
		}
		const details = new Set(refused.map(({ body }) => body.detail));
		return { granted: granted.length, details };
	}

	it("grants a member no more than the limit for fifty simultaneous starts", async () => {
		const members = await signedIn(product, 1);
		const { granted, details } = await fifty(members, "203.0.113.8");
		expect(granted).toBe(A_MEMBER);
		expect([...details].join()).toContain("You have reached");
	});

	it("counts a run that starts as the one to join has just ended", async () => {
		const [who] = (await signedIn(product, 1)) as [SignedIn];
		const d1 = await product.server.database();
		const askWhenListed = async () => {
			const video_id = product.newVideo();
			// As the request reads it shortly before the run ends.
			await d1
				.prepare(
					"insert into active_runs (video_id, run_id, started_at) values (?, 'hasjustendedrun00000', ?)",
				)
				.bind(video_id, new Date().toISOString())
				.run();
			return (await who.analyze(watchUrl(video_id))).status;
		};
		const statuses = [];
		for (let n = 0; n < A_MEMBER + 2; n++) statuses.push(await askWhenListed());
		expect(statuses).toEqual([202, 202, 429, 429]);
	});

	it("grants an address four times as many starts, however many members share it", async () => {
		const members = await signedIn(product, 10);
		const { granted, details } = await fifty(members, "203.0.113.9");
		expect(granted).toBe(AN_ADDRESS);
		expect([...details].join()).toContain("Your network has");
		const [other] = (await signedIn(product, 1)) as [SignedIn];
		expect((await start(other, "203.0.113.9")).status).toBe(429);
		expect((await start(other, "203.0.113.10")).status).toBe(202);
	});

	it("counts the addresses of one IPv6 network as one", async () => {
		const members = await signedIn(product, AN_ADDRESS + 1);
		const [last, ...first] = members as [SignedIn, ...SignedIn[]];
		for (const [n, who] of first.entries())
			expect((await start(who, `2001:db8:5:5::${n + 1}`)).status).toBe(202);
		expect((await start(last, "2001:db8:5:5:a:b:c:d")).status).toBe(429);
		expect((await start(last, "2001:db8:5:6::1")).status).toBe(202);
	});
});
