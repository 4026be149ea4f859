import type { StatementId, VideoId } from "#contract/ids.ts";
import { publish } from "#features/analysis/publication-queries.ts";
import { freshVideoId } from "#tests/support/fixtures/publications.ts";
import type { EnteredProduct } from "#tests/support/world/entered-product.ts";
import { seededRandom } from "#tests/support/world/seeded-random.ts";
import { onBenchProduct } from "./bench-product.ts";
import { measureFar } from "./far.ts";
import { byTurns } from "./figures.ts";
import type { Ask } from "./load/connection.ts";
import { load } from "./load/load.ts";
import { longReport } from "./long-report.ts";
import { openSessions, type Somebody } from "./open-sessions.ts";
import type { Outcome, Size } from "./outcome.ts";
import { routesOutcome } from "./routes-outcome.ts";

/** Many members voting on one video at once, and whether the counts are right afterwards. */

const CONNECTIONS = 50;
const SIZES = {
	short: { rounds: 1, duration_ms: 1_000, most: 100, members: 20 },
	usual: { rounds: 3, duration_ms: 2_000, most: 2_000, members: 100 },
	large: { rounds: 3, duration_ms: 8_000, most: 20_000, members: 1_000 },
};
/** The first votes compile as they go, and a member's first one makes what counts the member's votes. */
const WARM_UPS_EACH = 3;
const ONE_WRITE = "one row written";
const A_VOTE = "a vote";
/** Of many new accounts: the percentage leaves it out. */
const IN_A_CHECK = "a vote in a check";
const LONG_AGO = "2020-01-01T00:00:00.000Z";

const theProducts = (_: Somebody, id: StatementId) => `/api/statements/${id}/vote`;

export async function measureVotes(size: Size): Promise<Outcome> {
	const { table, missed, ...outcome } = await onBenchProduct((product) => votesOn(product, size));
	const commits = Number((await measureFar("short")).table.vote?.commits);
	for (const [name, cells] of Object.entries(table)) cells.commits = name === A_VOTE ? commits : "";
	const more = commits === 1 ? [] : [`a vote: ${commits} commits, aim 1`];
	return { ...outcome, table, missed: [...missed, ...more] };
}

export async function votesOn(product: EnteredProduct, size: Size): Promise<Outcome> {
	const { rounds, duration_ms, most, members } = SIZES[size];
	const random = seededRandom(1);
	const now = new Date().toISOString();
	const regulars = await aVideoAndVoters(product, members, LONG_AGO);
	const newcomers = await aVideoAndVoters(product, members, now);
	const ordinary = { ...regulars, random };
	// Coordinated votes go at one statement.
	const coordinated = { ...newcomers, random, statements: newcomers.statements.slice(0, 1) };
	const measure = (next: () => Ask, count: number) => () =>
		load({
			origin: product.url,
			pid: product.runtime_pid,
			connections: CONNECTIONS,
			duration_ms,
			most: count,
			next,
		});
	const next = [
		() => ({ path: "/api/_baseline/hello" }),
		() => voteOf(ordinary, (voter, id) => `/api/_baseline/vote/${voter.id}/${id}`),
		() => voteOf(ordinary, theProducts),
		() => voteOf(coordinated, theProducts),
	];
	await byTurns(
		1,
		next.map((it) => measure(it, WARM_UPS_EACH * members)),
	);
	const taken = await byTurns(
		rounds,
		next.map((it) => measure(it, most)),
	);
	const names = ["a bare Hono route", ONE_WRITE, A_VOTE, IN_A_CHECK];
	const { table, missed } = routesOutcome(
		new Map(names.map((name, at) => [name, taken[at] ?? []])),
		[
			{ name: A_VOTE, floor: ONE_WRITE, most: 3 },
			{ name: IN_A_CHECK, floor: ONE_WRITE, most: 4 },
		],
	);
	const wrong = await wrongVotes(product, regulars.video_id, newcomers.video_id);
	for (const [name, cells] of Object.entries(table))
		cells["wrong counts"] = name === A_VOTE ? wrong.length : "";
	return {
		baseline: "a bare Hono route that writes one row to the same database",
		table,
		missed: [...missed, ...wrong],
	};
}

/** Whose accounts were made then, and what they vote on. */
async function aVideoAndVoters(product: EnteredProduct, members: number, since: string) {
	const run = longReport(freshVideoId());
	await publish(product.db, run);
	return {
		video_id: run.video_id,
		voters: await openSessions(product, members, since),
		statements: run.statements.map(({ id }) => id),
	};
}

function voteOf(
	{
		voters,
		statements,
		random,
	}: { voters: Somebody[]; statements: StatementId[]; random: () => number },
	pathOf: (voter: Somebody, statement: StatementId) => string,
): Ask {
	const one = <T>(of: T[]) => of[Math.floor(random() * of.length)] as T;
	const voter = one(voters);
	return {
		method: "PUT",
		path: pathOf(voter, one(statements)),
		headers: {
			"content-type": "application/json",
			cookie: voter.cookie,
			"cf-connecting-ip": voter.address,
		},
		body: `{"vote_type":"${random() < 0.5 ? "upvote" : "downvote"}"}`,
	};
}

/**
 * Counters that are not what the votes' rows add up to, in words, all counters
 * looked at; and ordinary votes that were checked, or coordinated ones that were not.
 */
async function wrongVotes(
	{ d1 }: EnteredProduct,
	ordinary: VideoId,
	attacked: VideoId,
): Promise<string[]> {
	const cast = (type: string, where: string) =>
		`(select count(*) from votes v join statements c on c.id = v.statement_id where ${where} and v.vote_type = '${type}')`;
	const differing = (table: string, where: string) =>
		`select id from ${table} it where upvotes <> ${cast("upvote", where)} or downvotes <> ${cast("downvote", where)}`;
	const counters = await d1
		.prepare(
			`${differing("statements", "c.id = it.id")} union all ${differing("videos", "c.video_id = it.id")}`,
		)
		.all();
	const none = await d1.prepare("select 1 from votes limit 1").first();
	const { results } = await d1
		.prepare("select distinct video_id from vote_checks where state is not null")
		.all<{ video_id: string }>();
	const checked = results.map(({ video_id }) => video_id);
	return [
		...counters.results.map(({ id }) => `wrong counts of ${id}`),
		...(none === null ? ["no vote was counted"] : []),
		...(checked.includes(ordinary) ? ["ordinary votes were checked"] : []),
		...(checked.includes(attacked) ? [] : ["coordinated votes were not checked"]),
	];
}
