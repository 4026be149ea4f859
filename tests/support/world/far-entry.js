// An entry round the built worker, which it finds beside itself: the database has a primary far
// away and a replica near by, which is late. Each answer tells the trips to both, and the commits.
import worker, * as product from "./index.js";

/** What a test sets by a request to /_far. */
const far = { primary_ms: 0, replica_ms: 0, lag_ms: 0, primary_away: false, replica_away: false };

/** Batches that the replica does not have yet, in the order of their commits. */
const late = [];
let committed = 0;
let received = 0;
/** Writes to the storage of the objects that count. */
let stored = 0;

/** As D1 says it. */
const away = () => new Error("D1_ERROR: Network connection lost.");
const isWrite = ({ sql }) => !/^\s*(?:select|with|\()/i.test(sql);
const name = (sequence) => `${String(sequence).padStart(8, "0")}-far`;

async function runOn(database, statements, how) {
	const bound = statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
	return how === "batch" ? database.batch(bound) : bound[0][how]();
}

async function onPrimary({ DB }, counts, statements, how) {
	counts.primary++;
	await scheduler.wait(far.primary_ms);
	if (far.primary_away) throw away();
	const done = await runOn(DB, statements, how);
	if (statements.some(isWrite)) {
		counts.commits++;
		committed++;
		late.push({ due_ms: Date.now() + far.lag_ms, of: committed, statements });
	}
	return done;
}

async function onReplica({ REPLICA }, counts, statements, how, wanted) {
	counts.replica++;
	await scheduler.wait(far.replica_ms);
	if (far.replica_away) throw away();
	while (received < wanted) {
		await scheduler.wait(10);
		await receive(REPLICA);
	}
	await receive(REPLICA);
	return runOn(REPLICA, statements, how);
}

/** One batch for all that is due, so that two readers cannot apply them in another order. */
async function receive(replica) {
	const now = Date.now();
	const due = late.filter(({ due_ms }) => due_ms <= now);
	if (due.length === 0) return;
	late.splice(0, due.length);
	await runOn(
		replica,
		due.flatMap(({ statements }) => statements),
		"batch",
	);
	received = due.at(-1).of;
}

/** What drizzle calls, on whatever `run` chooses. */
function connection(run) {
	const statement = (sql, values) => ({
		sql,
		values,
		bind: (...given) => statement(sql, given),
		all: () => run([statement(sql, values)], "all"),
		run: () => run([statement(sql, values)], "run"),
		raw: () => run([statement(sql, values)], "raw"),
	});
	return { prepare: (sql) => statement(sql, []), batch: (statements) => run(statements, "batch") };
}

function farDatabase(env, counts) {
	const withSession = (constraint) => {
		let at = /^\d{8}-/.test(constraint) ? Number(constraint.slice(0, 8)) : 0;
		let first = constraint === "first-primary";
		const session = connection(async (statements, how) => {
			const primary = first || statements.some(isWrite);
			first = false;
			if (!primary) return onReplica(env, counts, statements, how, at);
			const done = await onPrimary(env, counts, statements, how);
			at = committed;
			return done;
		});
		return { ...session, getBookmark: () => name(at) };
	};
	return {
		...connection((statements, how) => onPrimary(env, counts, statements, how)),
		withSession,
	};
}

const nobody = { primary: 0, replica: 0, commits: 0 };
const inObjects = (env) => ({ ...env, DB: farDatabase(env, nobody) });

export class VideoAnalysis extends product.VideoAnalysis {
	constructor(ctx, env) {
		super(ctx, inObjects(env));
	}
}

export class NotificationBell extends product.NotificationBell {
	constructor(ctx, env) {
		super(ctx, inObjects(env));
	}
}

export class Quota extends product.Quota {
	constructor(ctx, env) {
		super(ctx, env);
		const { storage } = ctx;
		for (const method of ["put", "setAlarm"]) {
			const write = storage[method].bind(storage);
			storage[method] = (...args) => {
				stored++;
				return write(...args);
			};
		}
	}
}

export const { DayLedger, ProviderCaller, ProviderLimiter, SourceLimiter } = product;

export default {
	async fetch(request, env, ctx) {
		if (new URL(request.url).pathname === "/_far") {
			Object.assign(far, await request.json());
			return Response.json(far);
		}
		const counts = { ...nobody };
		const before = stored;
		const DB = farDatabase(env, counts);
		const answer = await worker.fetch(request, { ...env, DB }, ctx);
		const told = new Response(answer.body, answer);
		told.headers.set("x-primary-trips", String(counts.primary));
		told.headers.set("x-replica-trips", String(counts.replica));
		told.headers.set("x-commits", String(counts.commits + stored - before));
		return told;
	},
};
