import { DurableObject } from "cloudflare:workers";
import { RECONNECT_MS } from "#contract/events.ts";
import type { RunId } from "#contract/ids.ts";
import { unreachableWithin } from "#db/errors.ts";
import { describeRun } from "#features/analysis/live-analysis.ts";
import type { LiveRun } from "#features/analysis/live-run.ts";
import {
	NO_RUN_STATUS,
	type NotStarted,
	STREAM_CALLER,
	type StartAnswer,
	type StartRequest,
	TOO_MANY_STATUS,
	UNREACHABLE_STATUS,
} from "#features/analysis/objects.ts";
import { ratedStatements } from "#features/analysis/rated-statement.ts";
import {
	resumableUntil,
	resumeFromPrevious,
} from "#features/analysis/resume-from-previous.ts";
import { createRunDeps, type RunDeps } from "#features/analysis/run-deps.ts";
import { LONGEST_WAIT_MS, RunEngine } from "#features/analysis/run-engine.ts";
import type { RunInput } from "#features/analysis/run-state.ts";
import {
	type LiveView,
	liveReport,
	type StoredReport,
} from "#features/reports/live-report.ts";
import {
	encodeEvent,
	encodeRetry,
	formatEventId,
	parseEventId,
	STREAM_HEADERS,
} from "#http/event-stream.ts";
import type { Bindings } from "#worker/bindings.ts";
import { EventHub } from "./event-hub.ts";
import { type EventRow, SqlRunStore } from "./run-log.ts";
import { SharedRead } from "./shared-read.ts";

/** The next alarm is set before anything is tried: a crash is back at work by then. */
const REARM_MS = 10_000;
/** How old the earlier result may be that a viewer of a run is shown. */
const SHARED_READ_MS = 1_000;

/**
 * One video's analyses, one run at a time: the run's record, the alarm that
 * works on it, and the streams of those who watch. The verdict is not kept
 * here; it is published to the database.
 */
export class VideoAnalysis extends DurableObject<Bindings> {
	readonly #log: SqlRunStore;
	readonly #hub = new EventHub();
	#parts: { deps: RunDeps; engine: RunEngine } | null = null;
	/** The last event that viewers were given; later ones are not durable yet. */
	#told: { run_id: string; seq: number } | null = null;
	#telling: Promise<void> = Promise.resolve();
	/** Many come to watch at once: what the database has for them is read once. */
	readonly #earlier = new SharedRead<StoredReport>(SHARED_READ_MS);
	/** False in an object that has only just come (back) to life. */
	#working = false;

	constructor(ctx: DurableObjectState, env: Bindings) {
		super(ctx, env);
		this.#log = new SqlRunStore(ctx.storage);
	}

	/** Why nothing was started is a word: errors lose what they are on the way to the caller. */
	async start(request: StartRequest): Promise<StartAnswer | NotStarted> {
		try {
			return await this.#startOrJoin(request);
		} catch (error) {
			if (unreachableWithin(error)) return "unreachable";
			throw error;
		}
	}

	async #startOrJoin(request: StartRequest): Promise<StartAnswer | NotStarted> {
		const live = this.#log.run();
		if (live && !live.ended) return this.#join(live.input);
		const { deps, engine } = this.#compose();
		const earlier_source = await deps.earlierSource(request.video_id);
		const admitted = await deps.admitTranscript(request, earlier_source);
		if (admitted === "disputed") return admitted;
		// Another request may have started a run while the database was asked.
		const other = this.#log.run();
		if (other && !other.ended) return this.#join(other.input);
		const input = deps.newRun({ ...request, ...admitted }, earlier_source);
		const kept = other ? this.#log.done(other.input.run_id) : [];
		const answers = resumeFromPrevious(other, kept, input);
		this.#log.transaction(() => this.#log.begin(input, answers));
		this.#earlier.forget();
		engine.reset();
		this.#told = { run_id: input.run_id, seq: 0 };
		engine.open();
		await this.ctx.storage.setAlarm(Date.now());
		await this.#register();
		return { run_id: input.run_id, joined: false };
	}

	/** The run is listed now at the latest: the database may have missed its start. */
	async #join({ run_id }: RunInput): Promise<StartAnswer> {
		await this.#register();
		return { run_id, joined: true };
	}

	async live(): Promise<LiveView | null> {
		const stored = this.#log.run();
		const run = stored && !stored.ended ? this.#compose().engine.run : null;
		return run && viewOf(run);
	}

	async wake(run_id: RunId): Promise<"working" | "unknown"> {
		if (this.#log.status()?.run_id !== run_id) return "unknown";
		const alarm = await this.ctx.storage.getAlarm();
		// None, or one that was set before the clock was set back.
		if (alarm === null || alarm > Date.now() + LONGEST_WAIT_MS)
			await this.ctx.storage.setAlarm(Date.now());
		return "working";
	}

	override async alarm(): Promise<void> {
		this.#working = true;
		await this.ctx.storage.setAlarm(Date.now() + REARM_MS);
		const { deps, engine } = this.#compose();
		try {
			await this.#register();
			const due_at_ms = await engine.work();
			await this.#telling;
			if (engine.run?.retired) await this.#retire();
			else if (due_at_ms !== null) await this.ctx.storage.setAlarm(due_at_ms);
		} catch (error) {
			deps.log("alarm failed", { error: String(error) });
			// A transaction that was undone leaves memory ahead of the disk.
			engine.reset();
		} finally {
			this.#working = false;
		}
	}

	/** The stream: what the viewer missed, or a snapshot, then what happens. */
	override async fetch(request: Request): Promise<Response> {
		await this.#resume();
		const last = parseEventId(request.headers.get("last-event-id"));
		const stored = this.#log.run();
		const run_id = stored?.input.run_id;
		const resumes = last !== null && last.run === run_id;
		if (!stored || !run_id || (stored.ended && !resumes))
			return new Response(null, { status: NO_RUN_STATUS });
		const first = resumes
			? this.#missed(run_id, last.seq)
			: await this.#snapshot(stored.input).catch(noneIfUnreachable);
		if (!first) return new Response(null, { status: UNREACHABLE_STATUS });
		await this.#catchUp();
		const status = this.#log.status();
		// Another run may have taken the place meanwhile.
		if (status?.run_id !== run_id)
			return new Response(null, { status: NO_RUN_STATUS });
		return status.ended
			? this.#endedStream(resumes, first)
			: this.#open(request, first);
	}

	/** No await between what the viewer is given and its place among the viewers. */
	#open(request: Request, first: () => string): Response {
		const text = encodeRetry(RECONNECT_MS) + first();
		const caller = request.headers.get(STREAM_CALLER) ?? "";
		const body = this.#hub.open(text, request.signal, caller);
		return body
			? new Response(body, { headers: STREAM_HEADERS })
			: new Response(null, { status: TOO_MANY_STATUS });
	}

	/** After the end only the log's tail is ours to tell; the result is the database's. */
	#endedStream(resumes: boolean, first: () => string): Response {
		if (!resumes) return new Response(null, { status: NO_RUN_STATUS });
		const tail = first();
		return tail
			? new Response(encodeRetry(RECONNECT_MS) + tail, {
					headers: STREAM_HEADERS,
				})
			: new Response(null, { status: 204 });
	}

	/** What was told after `seq`. */
	#missed(run_id: RunId, seq: number): () => string {
		return () =>
			this.#log
				.events(run_id, seq, this.#toldSeq(run_id))
				.map((event) => encode(run_id, event))
				.join("");
	}

	async #snapshot({ run_id, video_id }: RunInput): Promise<() => string> {
		const { deps, engine } = this.#compose();
		const stored = await this.#earlier.read(() => deps.storedReport(video_id));
		return () => {
			const run = engine.run;
			if (run?.input.run_id !== run_id) return "";
			const report = liveReport(stored, viewOf(run));
			const seq = this.#toldSeq(run_id);
			const data = JSON.stringify(report);
			return encode(run_id, { seq, name: "snapshot", data });
		};
	}

	#toldSeq(run_id: RunId): number {
		if (this.#told?.run_id !== run_id)
			this.#told = { run_id, seq: this.#log.lastSeq(run_id) };
		return this.#told.seq;
	}

	/** Tells what has been written since, once the disk has it. */
	#tell(): Promise<void> {
		this.#telling = this.#telling.then(async () => {
			await this.ctx.storage.sync();
			const status = this.#log.status();
			if (!status) return;
			const { run_id } = status;
			const until = this.#log.lastSeq(run_id);
			for (const event of this.#log.events(
				run_id,
				this.#toldSeq(run_id),
				until,
			))
				this.#hub.broadcast(encode(run_id, event));
			this.#told = { run_id, seq: until };
			if (status.ended) this.#hub.closeAll();
		});
		return this.#telling;
	}

	/** Until all that is written is told: nobody is shown what would then be told again. */
	async #catchUp(): Promise<void> {
		let status = this.#log.status();
		while (
			status &&
			this.#toldSeq(status.run_id) < this.#log.lastSeq(status.run_id)
		) {
			await this.#tell();
			status = this.#log.status();
		}
	}

	/** After a crash a visitor need not wait for the alarm that was set before it. */
	async #resume(): Promise<void> {
		const status = this.#log.status();
		if (status && !status.ended && !this.#working)
			await this.ctx.storage.setAlarm(Date.now());
	}

	/** Lists the run in the database, so that reads find their way here. */
	async #register(): Promise<void> {
		const stored = this.#log.run();
		if (!stored || stored.registered) return;
		await this.#compose().deps.register(stored.input);
		this.#log.markRegistered(stored.input.run_id);
	}

	/** Forgets the run; one that the day had no room for only once nobody will go on with it. */
	async #retire(): Promise<void> {
		this.#compose().engine.reset();
		this.#told = null;
		const run = this.#log.run();
		const until = run && resumableUntil(run, this.#log.done(run.input.run_id));
		if (until !== null && until > Date.now()) {
			await this.ctx.storage.setAlarm(until);
			return;
		}
		await this.ctx.storage.deleteAlarm();
		await this.ctx.storage.deleteAll();
	}

	#compose() {
		this.#parts ??= this.#createParts();
		return this.#parts;
	}

	#createParts() {
		const deps = createRunDeps(this.env, {
			lastSeq: (run_id) => this.#log.lastSeq(run_id),
		});
		const engine = new RunEngine({
			...deps.engine,
			store: this.#log,
			tell: () => this.#tell(),
		});
		return { deps, engine };
	}
}

function encode(run: RunId, { seq, name, data }: EventRow): string {
	return encodeEvent({ id: formatEventId({ run, seq }), name, data });
}

function noneIfUnreachable(error: unknown): null {
	if (unreachableWithin(error)) return null;
	throw error;
}

function viewOf(run: LiveRun): LiveView {
	return {
		input: run.input,
		metadata: run.metadata,
		analysis: describeRun(run),
		statements: ratedStatements(run),
	};
}
