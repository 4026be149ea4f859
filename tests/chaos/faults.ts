import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PROVIDERS } from "#contract/providers.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import { computeConsensus, videoScore } from "#features/raters/consensus.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { expectNothingLeaked } from "#tests/support/world/answer-checks.ts";
import type { Client } from "#tests/support/world/client.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { type EndedRun, runToEnd } from "#tests/support/world/viewers.ts";
import { type FaultCase, faultCases, type Step } from "./fault-cases.ts";
import { keepAsking } from "./keep-asking.ts";
import type { Chaos, Outcome } from "./outcome.ts";
import { talkNumberOf } from "./talks.ts";
import { within } from "./within.ts";

/** The violated invariants of a result, in words. `transcript` is the stored one. */
function brokenResult(report: Report, transcript: string): string[] {
	const { video, statements } = report;
	const broken = statements.flatMap((it) => brokenStatement(it, transcript));
	if (video.analysis_status === "failed") {
		if (statements.length > 0 || video.bs_score !== null)
			broken.push("a failed analysis has a score");
		if (!video.error?.detail) broken.push("it failed without a reason");
		return broken;
	}
	const score = videoScore(statements);
	if (video.bs_score !== score.bs_score)
		broken.push(`its score is ${video.bs_score} of ${score.bs_score}`);
	const ratings = statements.flatMap((it) => it.ratings);
	if (ratings.length > 0 && ratings.every((it) => it.status === "failed"))
		broken.push("it has a score that nobody gave");
	return broken;
}

function brokenStatement(statement: Statement, transcript: string): string[] {
	const { content, quote, ratings, ai_score } = statement;
	const broken: string[] = [];
	if (!plain(transcript).includes(plain(quote)) || plain(quote) === "")
		broken.push(`nobody said: ${quote}`);
	const given = ratings.map((rating) => ({ ...rating, score: Number(rating.score) }));
	if (ai_score !== computeConsensus(given).ai_score)
		broken.push(`${ai_score} is not the mean of: ${content}`);
	for (const { provider, status, score, confidence } of ratings)
		if (status === "failed" && (score !== 50 || confidence !== 30))
			broken.push(`${provider} failed and gave ${score}`);
	return broken;
}

function plain(text: string): string {
	return text.replace(/\s+/g, " ").trim().toLowerCase();
}

const PROVIDER_TIMEOUT_MS = 5_000;
const FACTS = 2;
const WORDS = 120;
/** Simultaneous analyses; most of them only wait. */
const AT_ONCE = 12;
/** A call is attempted up to three times, by different apps or by each provider. */
const MOST_CALLS_PER_QUESTION = 3;
/** The slowest run takes about 20 s; one that takes this long has hung. */
const END_MS = 240_000;

type Trap = { url: string; caught: () => number; close: () => void };

/** Injects every fault at every step and checks the outcome. */
export async function failEverywhere(
	{ say, random }: Pick<Chaos, "say" | "random">,
	wanted: (fault: FaultCase) => boolean = () => true,
): Promise<Outcome[]> {
	const trap = await startTrap();
	const product = await startProduct({
		PROVIDER_TIMEOUT_MS: String(PROVIDER_TIMEOUT_MS),
		MAX_STATEMENTS: String(FACTS),
		LIMIT_PROVIDER_CALLS: "0",
	});
	try {
		const cases = faultCases(trap.url).filter(wanted);
		const asking = keepAsking(product.url);
		const judged = await judgeAll(product, cases, random, say);
		const answered = await asking.stop();
		const outcomes = byStep(judged);
		const [first] = outcomes;
		first?.broken.push(...answered.broken);
		if (trap.caught() > 0) first?.broken.push(`${trap.caught()} redirects were followed`);
		first?.notes?.push(answered.note);
		return outcomes;
	} finally {
		trap.close();
		await product.stop();
	}
}

type Judged = { fault: FaultCase; broken: string[]; ending: string };

async function judgeAll(
	product: Product,
	cases: FaultCase[],
	random: () => number,
	say: (line: string) => void,
): Promise<Judged[]> {
	const { ai } = product;
	const member = await product.member();
	const faulty = cases.map(() => PROVIDERS[Math.floor(random() * PROVIDERS.length)] ?? "openai");
	ai.answer({ extract: extractFacts });
	ai.behave("all", (call) => {
		const place = talkNumberOf(call) - 1;
		const fault = cases[place];
		if (!fault || call.kind !== fault.step) return {};
		const is_it = call.kind !== "rate" || call.provider === faulty[place];
		return (is_it && fault.behaviour) || {};
	});
	const judged: Judged[] = [];
	const waiting = [...cases.keys()];
	const work = async () => {
		for (;;) {
			const place = waiting.shift();
			const fault = cases[place ?? -1];
			if (place === undefined || !fault) return;
			const provider = faulty[place] ?? "openai";
			judged.push(await judge(product, member, fault, place + 1, provider));
			if (judged.length % 20 === 0) say(`${judged.length} faults`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return judged;
}

async function judge(
	product: Product,
	member: Client,
	fault: FaultCase,
	number: number,
	faulty: (typeof PROVIDERS)[number],
): Promise<Judged> {
	const video_id = product.newVideo({
		...longTalk({ number, words: WORDS, facts: FACTS }),
		...fault.video,
	});
	const judged = await within(
		END_MS,
		runToEnd(member, video_id).then(async (run) => {
			return { run, broken: await brokenLaws(member, run) };
		}),
	).catch(String);
	if (typeof judged === "string")
		return { fault, broken: [`it never ended: ${judged}`], ending: "none" };
	const { run, broken } = judged;
	for (const { content, ratings } of run.report.statements) {
		const rating = ratings.find(({ provider }) => provider === faulty);
		const expected = fault.score?.(faulty, content);
		const given = rating?.status === "ok" ? rating.score : "failed";
		if (expected !== undefined && given !== expected)
			broken.push(`its score became ${given}, not ${expected}`);
	}
	if (fault.score && run.report.statements.length !== FACTS)
		broken.push(`${run.report.statements.length} statements came through`);
	const most = mostCalls(product, number, video_id);
	if (most > MOST_CALLS_PER_QUESTION) broken.push(`one question was asked ${most} times`);
	const data = run.ending.data as { code?: string };
	return { fault, broken, ending: data.code ?? run.ending.event };
}

/** The invariants of every run, whatever fault was injected. */
export async function brokenLaws(
	member: Client,
	{ ending, events, report }: EndedRun,
): Promise<string[]> {
	const path = `/api/videos/${report.video.id}/transcript`;
	const { status, body } = await member.get<{ transcript: string }>(path);
	const transcript = status === 200 ? body.transcript : "";
	const broken = brokenResult(report, transcript);
	if (ending.event !== report.video.analysis_status)
		broken.push(`it ended as ${ending.event} and is stored otherwise`);
	if (report.analysis !== null) broken.push("it is still analysing");
	try {
		expectNothingLeaked(events, report);
	} catch (error) {
		broken.push(`innards are shown: ${String(error).slice(0, 200)}`);
	}
	return broken;
}

/** How often the run's most repeated question was asked. */
function mostCalls({ ai, youtube }: Product, number: number, video_id: string): number {
	const times = new Map<string, number>();
	const ai_calls = ai.calls.filter((call) => talkNumberOf(call) === number);
	const youtube_calls = youtube.calls.filter(({ id }) => id === video_id);
	const names = [
		...ai_calls.map((it) => `${it.provider} ${it.statement ?? it.transcript}`),
		...youtube_calls.map((it) => `${it.kind} ${it.client} ${it.path}`),
	];
	for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
	return Math.max(0, ...times.values());
}

function byStep(judged: Judged[]): Outcome[] {
	const steps: Step[] = ["metadata", "transcript", "extract", "rate"];
	return steps.flatMap((step): Outcome[] => {
		const own = judged.filter(({ fault }) => fault.step === step);
		if (own.length === 0) return [];
		const endings = new Map<string, number>();
		for (const { ending } of own) endings.set(ending, (endings.get(ending) ?? 0) + 1);
		return [
			{
				part: `faults: ${step}`,
				tried: own.length,
				survived: own.filter(({ broken }) => broken.length === 0).length,
				lost: own.filter(({ ending }) => ending === "none").length,
				broken: own.flatMap(({ fault, broken }) => broken.map((law) => `${fault.name}: ${law}`)),
				notes: [`ended ${[...endings].map(([end, times]) => `${end} ${times}`).join(", ")}`],
			},
		];
	});
}

/** A server in the private network that must not receive any request. */
async function startTrap(): Promise<Trap> {
	let caught = 0;
	const server = createServer((_, response) => {
		caught++;
		response.end("{}");
	});
	await new Promise<void>((resolve) => {
		server.listen(0, "127.0.0.1", resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/inside`,
		caught: () => caught,
		close: () => server.close(),
	};
}
