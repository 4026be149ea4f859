import { publish } from "#adapters/db/store-publication.ts";
import type { StatementId, VideoId } from "#contract/ids.ts";
import type { EnteredProduct } from "#tests/support/entered-product.ts";
import { freshVideoId } from "#tests/support/publications.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";
import { onBenchProduct } from "./bench-product.ts";
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

export function measureVotes(size: Size): Promise<Outcome> {
	return onBenchProduct((product) => votesOn(product, size));
}

export async function votesOn(
	product: EnteredProduct,
	size: Size,
): Promise<Outcome> {
	const { rounds, duration_ms, most, members } = SIZES[size];
	const run = longReport(freshVideoId());
	await publish(product.db, run);
	const voters = await openSessions(product, members);
	const statements = run.statements.map(({ id }) => id);
	const asks = { voters, statements, random: seededRandom(1) };
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
		() => ({ path: "/_baseline/hello" }),
		() => voteOf(asks, (voter, id) => `/_baseline/vote/${voter.id}/${id}`),
		() => voteOf(asks, (_, id) => `/api/statements/${id}/vote`),
	];
	await byTurns(
		1,
		next.map((it) => measure(it, WARM_UPS_EACH * members)),
	);
	const taken = await byTurns(
		rounds,
		next.map((it) => measure(it, most)),
	);
	const names = ["a bare Hono route", ONE_WRITE, "a vote"];
	const { table, missed } = routesOutcome(
		new Map(names.map((name, at) => [name, taken[at] ?? []])),
		[{ name: "a vote", floor: ONE_WRITE, most: 5 }],
	);
	const wrong = await wrongCounts(product, run.video_id);
	for (const [name, cells] of Object.entries(table))
		cells["wrong counts"] = name === "a vote" ? wrong.length : "";
	return {
		baseline: "a bare Hono route that writes one row to the same database",
		table,
		missed: [...missed, ...wrong],
		growth: [],
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
		headers: { "content-type": "application/json", cookie: voter.cookie },
		body: `{"vote_type":"${random() < 0.5 ? "upvote" : "downvote"}"}`,
	};
}

/** Counters that are not what the votes' rows add up to, in words; all counters are looked at. */
async function wrongCounts(
	{ d1 }: EnteredProduct,
	video_id: VideoId,
): Promise<string[]> {
	const cast =
		"(select count(*) from votes v where v.statement_id = s.id and v.vote_type =";
	const { results: statements } = await d1
		.prepare(
			`select s.id from statements s where s.upvotes <> ${cast} 'upvote') or s.downvotes <> ${cast} 'downvote')`,
		)
		.all();
	const { results: videos } = await d1
		.prepare(
			"select id from videos where id = ?1 and (upvotes + downvotes <> (select count(*) from votes) or upvotes <> (select sum(upvotes) from statements where video_id = ?1))",
		)
		.bind(video_id)
		.all();
	const none = await d1.prepare("select 1 from votes limit 1").first();
	return [
		...[...statements, ...videos].map(({ id }) => `wrong counts of ${id}`),
		...(none === null ? ["no vote was counted"] : []),
	];
}
