import { publish } from "#features/analysis/publication-queries.ts";
import { freshVideoId } from "#tests/support/fixtures/publications.ts";
import {
	type FarAnswer,
	type FarProduct,
	startFarProduct,
} from "#tests/support/world/entered-product.ts";
import { aMemberSignedIn } from "#tests/support/world/signed-in.ts";
import { shown, timesShown } from "./figures.ts";
import { longReport } from "./long-report.ts";
import type { Cells, Outcome, Size } from "./outcome.ts";

/** The product with the primary of its database on another continent and a replica near by. */

const REQUESTS = { short: 2, usual: 15, large: 50 };
/** Between continents, and within one. */
const PRIMARY_MS = 150;
const REPLICA_MS = 15;
/** The replica gets no commit while this runs. */
const NEVER_MS = 3_600_000;

type Kind = {
	name: string;
	/** Trips to the primary, at most. */
	most: number;
	status?: number;
	ask: (subject: FarSubject) => Promise<FarAnswer>;
};

type FarSubject = {
	product: FarProduct;
	video_id: string;
	statement_id: string;
	title: string;
	cookie: string;
};

const by = (cookie: string) => ({ headers: { cookie } });

const KINDS: Kind[] = [
	{
		name: "page, no copy",
		most: 0,
		ask: ({ product, video_id }) => product.ask(`/results/${video_id}`),
	},
	{
		name: "member's page, no copy",
		most: 0,
		ask: ({ product, video_id, statement_id, cookie }) =>
			product.ask(`/results/${video_id}/statements/${statement_id}`, by(cookie)),
	},
	{
		name: "report as JSON",
		most: 0,
		ask: ({ product, video_id }) => product.ask(`/api/videos/${video_id}`),
	},
	{
		name: "my-votes",
		most: 0,
		ask: ({ product, video_id, cookie }) =>
			product.ask(`/api/videos/${video_id}/my-votes`, by(cookie)),
	},
	{
		name: "search",
		most: 0,
		ask: ({ product, title }) => product.ask(`/api/search?q=${encodeURIComponent(title)}`),
	},
	{
		name: "vote",
		most: 1,
		ask: ({ product, statement_id, cookie }) =>
			product.ask(`/api/statements/${statement_id}/vote`, {
				method: "PUT",
				headers: { cookie, "content-type": "application/json" },
				body: '{"vote_type":"upvote"}',
			}),
	},
	{
		name: "unknown video",
		most: 1,
		status: 404,
		ask: ({ product }) => product.ask(`/api/videos/${freshVideoId()}`),
	},
	{
		name: "page, no copy, primary away",
		most: 0,
		async ask({ product, video_id }) {
			await product.set({ primary_away: true });
			const answer = await product.ask(`/results/${video_id}?`);
			await product.set({ primary_away: false });
			return answer;
		},
	},
];

export async function measureFar(size: Size): Promise<Outcome> {
	const product = await startFarProduct({ LIMIT_SEARCH: "0", LOG_LEVEL: "error" });
	try {
		return await farOn(product, size);
	} finally {
		await product.stop();
	}
}

async function farOn(product: FarProduct, size: Size): Promise<Outcome> {
	await product.set({ primary_ms: PRIMARY_MS, replica_ms: REPLICA_MS, lag_ms: NEVER_MS });
	const table: Record<string, Cells> = {};
	const missed: string[] = [];
	for (const kind of KINDS) {
		// The first compiles as it goes.
		await kind.ask(await aSubject(product));
		const seen: (FarAnswer & { took_ms: number })[] = [];
		for (let n = 0; n < REQUESTS[size]; n += 1) {
			const subject = await aSubject(product);
			const began = performance.now();
			const answer = await kind.ask(subject);
			seen.push({ ...answer, took_ms: performance.now() - began });
		}
		const most = (of: (answer: FarAnswer) => number) => Math.max(...seen.map(of));
		const times = seen.map(({ took_ms }) => took_ms).sort((a, b) => a - b);
		const p50_ms = times[Math.floor(times.length / 2)] ?? 0;
		const wanted = kind.status ?? 200;
		const failed = seen.filter(({ status }) => status !== wanted).length;
		const trips = most((answer) => answer.trips);
		table[kind.name] = {
			"trips to the primary": trips,
			"trips to the replica": most(({ replica_trips }) => replica_trips),
			commits: most(({ commits }) => commits),
			"p50 ms": shown(p50_ms),
			"p50 over the trip": timesShown(p50_ms / PRIMARY_MS),
			KB: shown(most(({ text }) => text.length) / 1_000),
			failed,
		};
		if (trips > kind.most) missed.push(`${kind.name}: ${trips} trips, aim ${kind.most}`);
		if (failed > 0) missed.push(`${kind.name}: ${failed} failed`);
	}
	return { baseline: `one trip to the primary, which is ${PRIMARY_MS} ms away`, table, missed };
}

/** A result that no request has asked for, and a member who has done nothing yet. */
async function aSubject(product: FarProduct): Promise<FarSubject> {
	const run = longReport(freshVideoId());
	await publish(product.db, run);
	await publish(product.replica, run);
	const member = await aMemberSignedIn(product.url, product.db);
	await product.copyToReplica("members", "sessions");
	return {
		product,
		video_id: run.video_id,
		statement_id: run.statements[0]?.id ?? "",
		title: run.metadata.title,
		cookie: member.cookie(),
	};
}
