import { setTimeout as sleep } from "node:timers/promises";
import type { MyVotes } from "#contract/votes.ts";
import { type OutageProxy, type Reach, startOutageProxy } from "#tests/support/fakes/network.ts";
import { extractFacts, longTalk } from "#tests/support/fixtures/talks.ts";
import { expectNothingLeaked } from "#tests/support/world/answer-checks.ts";
import { type Client, watchUrl } from "#tests/support/world/client.ts";
import { expectWholeStory, outsideCalls } from "#tests/support/world/crash-invariants.ts";
import { startSqld } from "#tests/support/world/databases.ts";
import { type Product, startProduct } from "#tests/support/world/product.ts";
import { type Viewer, watch } from "#tests/support/world/viewers.ts";
import type { Chaos, Outcome } from "./outcome.ts";
import { within } from "./within.ts";

const FACTS = 4;
const WORDS = 300;
const PROVIDER_MS = 300;
const RECONNECT_MS = 100;
/** Analyses in progress when the outage begins, with the delay between their starts. */
const TALKS = 4;
const APART_MS = 250;
/** Long enough for the analyses to reach their publication and fail it. */
const AWAY_MS = 3_000;
/** A request fails after waiting 15 s for the database, or later on a busy machine. */
const CLEAR_MS = 60_000;
/** Publishing is retried with doubling pauses, so it takes seconds after this outage. */
const BACK_MS = 60_000;

/** Disconnects the database in both ways while analyses and votes are in progress. */
export async function takeDatabaseAway(
	{ say }: Pick<Chaos, "say">,
	ways: readonly Exclude<Reach, "up">[] = ["refused", "silent"],
): Promise<Outcome[]> {
	const sqld = await startSqld();
	const proxy = await startOutageProxy(sqld.url);
	const product = await startProduct({
		LIBSQL_URL: proxy.url,
		LIMIT_VOTES: "0",
		LIMIT_PROVIDER_CALLS: "0",
	});
	try {
		product.ai.answer({ extract: extractFacts });
		product.ai.behave("all", { delay_ms: PROVIDER_MS });
		const member = await product.member();
		const outcomes: Outcome[] = [];
		for (const reach of ways) {
			say(`it is ${reach}`);
			outcomes.push(await outage(product, proxy, member, reach));
		}
		return outcomes;
	} finally {
		await product.stop();
		await proxy.close();
		await sqld.stop();
	}
}

let talks = 0;

async function outage(
	product: Product,
	proxy: OutageProxy,
	member: Client,
	reach: Exclude<Reach, "up">,
): Promise<Outcome> {
	const broken: string[] = [];
	const { video_id: known, viewer: first } = await begin(product, member);
	await within(BACK_MS, first.done);
	const { statements } = await member.report(known);
	const statement_id = statements[0]?.id ?? "";
	const vote = `/api/statements/${statement_id}/vote`;
	const first_vote = await member.put(vote, { vote_type: "upvote" });
	if (first_vote.status !== 200) broken.push(`a vote was answered ${first_vote.status}`);

	const runs: { video_id: string; viewer: Viewer }[] = [];
	while (runs.length < TALKS) {
		runs.push(await begin(product, member));
		await sleep(APART_MS);
	}
	if (runs.every(({ viewer }) => hasEnded(viewer)))
		broken.push("no analysis was on when the database went");
	await proxy.set(reach);
	const away_from = performance.now();
	const refused = await askAll(product, member, known, vote);
	broken.push(...refused);
	await sleep(Math.max(0, AWAY_MS - (performance.now() - away_from)));
	await proxy.set("up");

	let lost = 0;
	for (const { video_id, viewer } of runs) {
		const laws = await judge(member, video_id, viewer).catch((error) => {
			lost++;
			return [String(error)];
		});
		broken.push(...laws.map((law) => `${video_id}: ${law}`));
		viewer.leave();
	}
	const votes = await brokenVotes(member, known, statement_id);
	if (votes.length > 0) lost++;
	broken.push(...votes);
	const calls = outsideCalls(product.ai, product.youtube);
	const again = calls.length - new Set(calls.map((it) => it.question)).size;
	return {
		part: `database ${reach}`,
		tried: TALKS,
		survived: TALKS - lost,
		lost,
		payments: {
			stored: calls.length,
			stored_again: again,
			in_flight: 0,
			in_flight_again: 0,
			unexplained: [],
		},
		broken,
	};
}

function hasEnded({ events }: Viewer): boolean {
	return events.some(({ event }) => event === "completed" || event === "failed");
}

async function begin(product: Product, member: Client) {
	talks++;
	const video_id = product.newVideo(longTalk({ number: talks, words: WORDS, facts: FACTS }));
	const answer = await member.analyze(watchUrl(video_id));
	if (answer.status !== 202) throw new Error(`It answered ${answer.status}.`);
	const url = `${product.url}/api/videos/${video_id}/events`;
	const viewer = watch(url, RECONNECT_MS, { patient: true });
	return { video_id, viewer };
}

/** The requests during the outage that do not get a clear 503 in time. */
async function askAll(
	product: Product,
	member: Client,
	video_id: string,
	vote: string,
): Promise<string[]> {
	const new_id = product.newVideo();
	const questions: [name: string, ask: () => ReturnType<Client["get"]>][] = [
		["a report", () => member.get(`/api/videos/${video_id}`)],
		["the list", () => member.get("/api/videos/recent")],
		["search", () => member.get("/api/search?q=harbour")],
		["the stream", () => member.get(`/api/videos/${video_id}/events`)],
		["a vote", () => member.put(vote, { vote_type: "downvote" })],
		["an analysis", () => member.analyze(watchUrl(new_id))],
		["the account", () => member.get("/api/me")],
		["the page", () => member.get(`/results/${video_id}`)],
	];
	const broken = await Promise.all(
		questions.map(async ([name, ask]) => {
			const answer = await within(CLEAR_MS, ask()).catch(String);
			if (typeof answer === "string") return `${name}: ${answer}`;
			if (answer.status !== 503) return `${name} answered ${answer.status}`;
			try {
				if (name !== "the page") expectNothingLeaked(answer.body);
			} catch {
				return `${name} shows innards`;
			}
			return null;
		}),
	);
	const health = await member.get("/api/health");
	if (health.status !== 200) broken.push(`health answered ${health.status}`);
	return broken.filter((law) => law !== null);
}

async function judge(member: Client, video_id: string, viewer: Viewer): Promise<string[]> {
	await within(BACK_MS, viewer.done);
	const report = await member.report(video_id);
	const { analysis_status, version, claims_count } = report.video;
	if (analysis_status !== "completed" || version !== 1)
		return [`it is ${analysis_status}, version ${version}`];
	if (claims_count !== FACTS) return [`it has ${claims_count} statements`];
	try {
		expectWholeStory(viewer.events, report);
	} catch (error) {
		return [`its viewer's story: ${String(error)}`];
	}
	return [];
}

/**
 * Checks an upvote from before an outage and a downvote that got 503 during it. In both kinds of
 * outage no request reaches the database, so the upvote must be stored once and the downvote only
 * after it is cast again.
 */
export async function brokenVotes(
	member: Client,
	video_id: string,
	statement_id: string,
): Promise<string[]> {
	const stored = async () => {
		const { statements } = await member.report(video_id);
		const mine = await member.get<MyVotes>(`/api/videos/${video_id}/my-votes`);
		const counted = statements.find(({ id }) => id === statement_id);
		const { upvotes, downvotes } = counted ?? {};
		return `${mine.body.votes[statement_id]}, ${upvotes} up, ${downvotes} down`;
	};
	const before = await stored();
	const path = `/api/statements/${statement_id}/vote`;
	await member.put(path, { vote_type: "downvote" });
	const after = await stored();
	return [
		...(before === "upvote, 1 up, 0 down" ? [] : [`the vote became ${before}`]),
		...(after === "downvote, 0 up, 1 down" ? [] : [`voted again, it became ${after}`]),
	];
}
