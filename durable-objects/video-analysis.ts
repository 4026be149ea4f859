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
	selectionOf,
} from "#features/analysis/resume-from-previous.ts";
import {
	createRun,
	createRunDeps,
	readEarlierResult,
} from "#features/analysis/run-deps.ts";
import { LONGEST_WAIT_MS, RunEngine } from "#features/analysis/run-engine.ts";
import { registerRun } from "#features/analysis/run-queries.ts";
import type { RunInput } from "#features/analysis/run-state.ts";
import { admitTranscript } from "#features/captions/member-transcripts.ts";
import {
	type LiveView,
	liveReport,
	type StoredReport,
} from "#features/reports/live-report.ts";
import { readReport } from "#features/reports/queries.ts";
import {
	encodeEvent,
	encodeRetry,
	formatEventId,
	parseEventId,
	STREAM_HEADERS,
} from "#http/event-stream.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createContext } from "#worker/context.ts";
import { log } from "#worker/log.ts";
import { EventHub } from "./event-hub.ts";
import { type EventRow, SqlRunStore } from "./run-log.ts";
import { SharedRead } from "./shared-read.ts";

/** The next alarm is set before any work, so that a crash delays a run by 10 s at most. */
const REARM_MS = 10_000;
/** How old the earlier result may be that viewers of a run are shown. */
const SHARED_READ_MS = 1_000;

/**
 * One video's analyses, one run at a time: the run's record, the alarm that works on it,
 * and the streams of its viewers. The result is not stored here; it is published to the
 * database.
 */
export class VideoAnalysis extends DurableObject<Bindings> {
	readonly #log: SqlRunStore;
	readonly #hub = new EventHub();
	#running: RunEngine | null = null;
	/** The last event that was sent to viewers; later ones are not durable yet. */
	#emitted: { run_id: string; seq: number } | null = null;
	#emitting: Promise<void> = Promise.resolve();
	/** Many viewers connect at the same time: the database is read once for all of them. */
	readonly #earlier = new SharedRead<StoredReport>(SHARED_READ_MS);
	/** False in an object that has just started. */
	#working = false;

	constructor(ctx: DurableObjectState, env: Bindings) {
		super(ctx, env);
		this.#log = new SqlRunStore(ctx.storage);
	}

	/**
	 * Returns a word if nothing was started, because errors lose their type on the way to
	 * the caller.
	 */
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
		const context = createContext(this.env);
		const earlier = await readEarlierResult(context, request.video_id);
		const admitted = await admitTranscript(
			context.db.primary,
			request,
			earlier?.transcript_source ?? null,
			{ view: context.view, now: context.now().toISOString() },
		);
		if (admitted === "disputed") return admitted;
		// Another request may have started a run during the read of the database.
		const other = this.#log.run();
		if (other && !other.ended) return this.#join(other.input);
		const input = createRun(context, { ...request, ...admitted }, earlier);
		const kept = other ? this.#log.done(other.input.run_id) : [];
		const answers = resumeFromPrevious(other, kept, input);
		const selected = answers.length > 0 ? selectionOf(kept) : null;
		this.#log.transaction(() =>
			this.#log.begin({ ...input, selected }, answers),
		);
		this.#earlier.forget();
		const engine = this.#engine;
		engine.reset();
		this.#emitted = { run_id: input.run_id, seq: 0 };
		engine.open();
		await this.ctx.storage.setAlarm(Date.now());
		await this.#register();
		return { run_id: input.run_id, joined: false };
	}

	/** Lists the run now, because the database may have been unreachable at its start. */
	async #join({ run_id }: RunInput): Promise<StartAnswer> {
		await this.#register();
		return { run_id, joined: true };
	}

	async live(): Promise<LiveView | null> {
		const stored = this.#log.run();
		const run = stored && !stored.ended ? this.#engine.run : null;
		return run && toLiveView(run);
	}

	async wake(run_id: RunId): Promise<"working" | "unknown"> {
		if (this.#log.status()?.run_id !== run_id) return "unknown";
		const alarm = await this.ctx.storage.getAlarm();
		// No alarm, or one from before the clock was set back.
		if (alarm === null || alarm > Date.now() + LONGEST_WAIT_MS)
			await this.ctx.storage.setAlarm(Date.now());
		return "working";
	}

	override async alarm(): Promise<void> {
		this.#working = true;
		await this.ctx.storage.setAlarm(Date.now() + REARM_MS);
		const engine = this.#engine;
		try {
			await this.#register();
			const due_at_ms = await engine.work();
			await this.#emitting;
			if (engine.run?.retired) await this.#retire();
			else if (due_at_ms !== null) await this.ctx.storage.setAlarm(due_at_ms);
		} catch (error) {
			log("alarm failed", { error: String(error) });
			// The transaction was rolled back, so memory is ahead of the disk.
			engine.reset();
		} finally {
			this.#working = false;
		}
	}

	/** The event stream: what the viewer missed or a snapshot, then new events. */
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
		// Another run may have replaced it meanwhile.
		if (status?.run_id !== run_id)
			return new Response(null, { status: NO_RUN_STATUS });
		return status.ended
			? this.#endedStream(resumes, first)
			: this.#open(request, first);
	}

	/** No await between reading what the viewer gets and adding the viewer. */
	#open(request: Request, first: () => string): Response {
		const text = encodeRetry(RECONNECT_MS) + first();
		const caller = request.headers.get(STREAM_CALLER) ?? "";
		const body = this.#hub.open(text, request.signal, caller);
		return body
			? new Response(body, { headers: STREAM_HEADERS })
			: new Response(null, { status: TOO_MANY_STATUS });
	}

	/** After the end only the last events are here; the result is in the database. */
	#endedStream(resumes: boolean, first: () => string): Response {
		if (!resumes) return new Response(null, { status: NO_RUN_STATUS });
		const tail = first();
		return tail
			? new Response(encodeRetry(RECONNECT_MS) + tail, {
					headers: STREAM_HEADERS,
				})
			: new Response(null, { status: 204 });
	}

	/** The events after `seq` that were sent already. */
	#missed(run_id: RunId, seq: number): () => string {
		return () =>
			this.#log
				.events(run_id, seq, this.#emittedSeq(run_id))
				.map((event) => encode(run_id, event))
				.join("");
	}

	async #snapshot({ run_id, video_id }: RunInput): Promise<() => string> {
		const engine = this.#engine;
		const { db, view } = createContext(this.env);
		const stored = await this.#earlier.read(() =>
			readReport(db.primary, video_id, view),
		);
		return () => {
			const run = engine.run;
			if (run?.input.run_id !== run_id) return "";
			const report = liveReport(stored, toLiveView(run));
			const seq = this.#emittedSeq(run_id);
			const data = JSON.stringify(report);
			return encode(run_id, { seq, name: "snapshot", data });
		};
	}

	#emittedSeq(run_id: RunId): number {
		if (this.#emitted?.run_id !== run_id)
			this.#emitted = { run_id, seq: this.#log.lastSeq(run_id) };
		return this.#emitted.seq;
	}

	/** Sends the events that were written since, once the disk has them. */
	#emit(): Promise<void> {
		this.#emitting = this.#emitting.then(async () => {
			await this.ctx.storage.sync();
			const status = this.#log.status();
			if (!status) return;
			const { run_id } = status;
			const until = this.#log.lastSeq(run_id);
			for (const event of this.#log.events(
				run_id,
				this.#emittedSeq(run_id),
				until,
			))
				this.#hub.broadcast(encode(run_id, event));
			this.#emitted = { run_id, seq: until };
			if (status.ended) this.#hub.closeAll();
		});
		return this.#emitting;
	}

	/**
	 * Waits until all written events are sent; otherwise a new viewer would get some of
	 * them twice.
	 */
	async #catchUp(): Promise<void> {
		let status = this.#log.status();
		while (
			status &&
			this.#emittedSeq(status.run_id) < this.#log.lastSeq(status.run_id)
		) {
			await this.#emit();
			status = this.#log.status();
		}
	}

	/** After a crash a viewer need not wait for the next alarm. */
	async #resume(): Promise<void> {
		const status = this.#log.status();
		if (status && !status.ended && !this.#working)
			await this.ctx.storage.setAlarm(Date.now());
	}

	/** Lists the run in the database, so that reads find this object. */
	async #register(): Promise<void> {
		const stored = this.#log.run();
		if (!stored || stored.registered) return;
		const { video_id, run_id, started_at_ms, started_by } = stored.input;
		const started_at = new Date(started_at_ms).toISOString();
		const { db } = createContext(this.env);
		await registerRun(db.primary, { video_id, run_id, started_at, started_by });
		this.#log.markRegistered(run_id);
	}

	/** Deletes the run. One that the day's limit ended stays until it can no longer be resumed. */
	async #retire(): Promise<void> {
		this.#engine.reset();
		this.#emitted = null;
		const run = this.#log.run();
		const until = run && resumableUntil(run, this.#log.done(run.input.run_id));
		if (until !== null && until > Date.now()) {
			await this.ctx.storage.setAlarm(until);
			return;
		}
		await this.ctx.storage.deleteAlarm();
		await this.ctx.storage.deleteAll();
	}

	/** Made when it is first needed, because a stream of an ended run needs none. */
	get #engine(): RunEngine {
		this.#running ??= new RunEngine({
			...createRunDeps(this.env, {
				lastSeq: (run_id) => this.#log.lastSeq(run_id),
			}),
			store: this.#log,
			emit: () => this.#emit(),
		});
		return this.#running;
	}
}

function encode(run: RunId, { seq, name, data }: EventRow): string {
	return encodeEvent({ id: formatEventId({ run, seq }), name, data });
}

function noneIfUnreachable(error: unknown): null {
	if (unreachableWithin(error)) return null;
	throw error;
}

function toLiveView(run: LiveRun): LiveView {
	return {
		input: run.input,
		metadata: run.metadata,
		analysis: describeRun(run),
		statements: ratedStatements(run),
	};
}
