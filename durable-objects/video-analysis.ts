import { DurableObject } from "cloudflare:workers";
import { RunId } from "#contract/ids.ts";
import type { TakenDown } from "#contract/takedowns.ts";
import { ifUnreachable, unreachableWithin } from "#db/errors.ts";
import { prepareRun, prepareWaiting } from "#features/analysis/begin-run.ts";
import { toLiveView } from "#features/analysis/live-analysis.ts";
import {
	FULL_STATUS,
	NO_RUN_STATUS,
	type NotStarted,
	STREAM_CALLER,
	type StartAnswer,
	type StartRequest,
	type TakenDownPart,
	TOO_MANY_STATUS,
	UNREACHABLE_STATUS,
} from "#features/analysis/objects.ts";
import {
	holdsResults,
	resumable,
	resumableUntil,
	resumeFromRuns,
} from "#features/analysis/resume-from-previous.ts";
import { createRunDeps } from "#features/analysis/run-deps.ts";
import { LONGEST_WAIT_MS, RunEngine } from "#features/analysis/run-engine.ts";
import type { RunInput } from "#features/analysis/run-input.ts";
import { isAnsweredBy, kindOfRun } from "#features/analysis/run-kind.ts";
import { registerRun } from "#features/analysis/run-queries.ts";
import type { TailAnswer, TailRequest } from "#features/analysis/run-tail.ts";
import { type LiveView, liveReport } from "#features/reports/live-report.ts";
import { readReport, type StoredReport } from "#features/reports/queries.ts";
import { parseEventId, STREAM_HEADERS, STREAM_START } from "#http/event-stream.ts";
import { runFailure } from "#http/run-failures.ts";
import { newRunId } from "#identity/tokens.ts";
import type { Bindings } from "#worker/bindings.ts";
import { createContext } from "#worker/context.ts";
import { log } from "#worker/log.ts";
import { EventHub } from "./event-hub.ts";
import { RunQueue } from "./run-queue.ts";
import { encodeRow, SqlRunStore } from "./run-store.ts";
import { SharedRead } from "./shared-read.ts";
import { type NotedTakedown, TakedownNote } from "./takedown-note.ts";

/** The next alarm is set before any work, so that a crash delays a run by at most 10 s. */
const REARM_MS = 10_000;
/** The maximum age of the earlier result that viewers of a run get. */
const SHARED_READ_MS = 1_000;

/**
 * One video's analyses, one run at a time: the run's record, the requests that wait for its end, the
 * alarm that drives it, and the streams of its viewers. Results are not stored here; they are
 * published to the database.
 */
export class VideoAnalysis extends DurableObject<Bindings> {
	readonly #log: SqlRunStore;
	readonly #queue: RunQueue;
	readonly #takedown: TakedownNote;
	readonly #hub = new EventHub();
	#running: RunEngine | null = null;
	/** The last event that was sent to viewers. Later events are not durable yet. */
	#emitted: { run_id: string; seq: number } | null = null;
	#emitting: Promise<void> = Promise.resolve();
	/** Many viewers connect at the same time, so they share one read of the database. */
	readonly #earlier = new SharedRead<StoredReport>(SHARED_READ_MS);
	/** False in an object that has just been created. */
	#working = false;

	constructor(ctx: DurableObjectState, env: Bindings) {
		super(ctx, env);
		this.#log = new SqlRunStore(ctx.storage);
		this.#queue = new RunQueue(ctx.storage);
		this.#takedown = new TakedownNote(ctx.storage);
	}

	/**
	 * Starts or joins a run, or lets the request wait. Returns a reason instead of throwing if nothing
	 * was started, because errors lose their type over RPC.
	 */
	async start(request: StartRequest): Promise<StartAnswer | NotStarted> {
		return this.#startOrJoin(request).catch(ifUnreachable("unreachable" as const));
	}

	/** Joins a running or waiting run and never starts one; null if none does what is asked. */
	async join(request: StartRequest): Promise<StartAnswer | NotStarted | null> {
		return this.#join(request).catch(ifUnreachable("unreachable" as const));
	}

	async #startOrJoin(request: StartRequest): Promise<StartAnswer | NotStarted> {
		const run_id = request.run_id ?? RunId.parse(newRunId());
		if (this.#knows(run_id)) return { run_id, joined: true };
		if (request.rechecks !== null && holdsResults(this.#log.ended(), Date.now()))
			return "unfinished";
		const early = (await this.#join(request)) ?? this.#wait(run_id, request);
		if (early) return early;
		const input = await prepareRun(createContext(this.env), request, run_id);
		// Another request may have started a run during the reads of the database.
		const late = (await this.#join(request)) ?? this.#wait(run_id, request);
		if (late) return late;
		if (typeof input === "string") return input;
		this.#begin(input);
		await this.ctx.storage.setAlarm(Date.now());
		await this.#register().catch((error: unknown) => {
			// Only who replies with a page does not send the same request again, which would join the
			// run. The run goes on all the same, and its alarm lists it.
			if (request.rechecks === null || !unreachableWithin(error)) throw error;
			log("run not listed yet", { run_id, error: String(error) });
		});
		return { run_id, joined: false };
	}

	/** Lists the run now, in case the database was unreachable at its start. */
	async #join(request: StartRequest): Promise<StartAnswer | null> {
		const live = this.#log.run();
		if (live && !live.ended && isAnsweredBy(kindOfRun(live.input), request)) {
			await this.#register();
			return { run_id: live.input.run_id, joined: true };
		}
		const run_id = this.#queue.find(request);
		return run_id && { run_id, joined: true };
	}

	/** Lets the request wait for the run that is running; null if none is. */
	#wait(run_id: RunId, request: StartRequest): StartAnswer | NotStarted | null {
		const status = this.#log.status();
		const is_free = (!status || status.ended) && this.#queue.list().length === 0;
		if (is_free) return null;
		return this.#queue.add({ run_id, request }) ?? { run_id, joined: false };
	}

	#begin(input: RunInput): void {
		const next = resumeFromRuns(this.#log.ended(), input);
		this.#log.transaction(() => {
			this.#log.begin(next.input, next.answers, next.kept);
			this.#queue.remove(input.run_id);
		});
		this.#earlier.forget();
		const engine = this.#engine;
		engine.reset();
		this.#emitted = { run_id: input.run_id, seq: 0 };
		engine.open();
	}

	/** Begins the next waiting run that is not answered meanwhile. False if there is none. */
	async #beginNext(): Promise<boolean> {
		if (!this.#log.status()?.ended) return false;
		// Read anew each time, since requests may have come while the one before was prepared.
		for (;;) {
			const [next] = this.#queue.list();
			if (!next) return false;
			const input = await prepareWaiting(createContext(this.env), next);
			if (typeof input !== "string") {
				this.#begin(input);
				return true;
			}
			log("request not started", { run_id: next.run_id, reason: input });
			this.#queue.remove(next.run_id);
		}
	}

	async live(): Promise<LiveView | null> {
		const stored = this.#log.run();
		const run = stored && !stored.ended ? this.#engine.run : null;
		return run && toLiveView(run);
	}

	/** Whether it is the latest run, or waits. */
	#knows(run_id: RunId): boolean {
		return this.#log.status()?.run_id === run_id || this.#queue.has(run_id);
	}

	async wake(run_id: RunId): Promise<"working" | "unknown"> {
		if (!this.#knows(run_id)) return "unknown";
		const alarm = await this.ctx.storage.getAlarm();
		// There is no alarm, or it was set before the clock was set back.
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
			if (await this.#beginNext()) await this.ctx.storage.setAlarm(Date.now());
			else if (engine.run?.retired) await this.#retire();
			else if (due_at_ms !== null) await this.ctx.storage.setAlarm(due_at_ms);
		} catch (error) {
			log("alarm failed", { error: String(error) });
			// The transaction was rolled back, so the state in memory is ahead of the disk.
			engine.reset();
		} finally {
			this.#working = false;
		}
	}

	/** Opens the event stream: the events that the viewer missed or a snapshot, then new events. */
	override async fetch(request: Request): Promise<Response> {
		await this.#resume();
		const last = parseEventId(request.headers.get("last-event-id"));
		const stored = await this.#shownRun();
		const run_id = stored?.input.run_id;
		const resumes = last !== null && last.run === run_id;
		if (!stored || !run_id || (stored.ended && !resumes))
			return new Response(null, { status: NO_RUN_STATUS });
		const first = resumes
			? this.#missed(run_id, last.seq)
			: await this.#snapshot(stored.input).catch(ifUnreachable(null));
		if (!first) return new Response(null, { status: UNREACHABLE_STATUS });
		await this.#catchUp();
		const status = this.#log.status();
		// Another run may have replaced this one in the meantime.
		if (!status || status.run_id !== run_id) return new Response(null, { status: NO_RUN_STATUS });
		return status.ended
			? this.#endedStream(resumes, first)
			: this.#open(request, first, resumes ? last.seq : 0);
	}

	/** The part of the log that a worker lacks, for viewers that this object does not push to. */
	async tail(request: TailRequest): Promise<TailAnswer | "unreachable" | null> {
		await this.#resume();
		const stored = await this.#shownRun();
		const run_id = stored?.input.run_id;
		if (!stored || !run_id || run_id !== (request.run_id ?? run_id)) return null;
		const first =
			request.snapshot && !stored.ended
				? await this.#snapshot(stored.input).catch(ifUnreachable(null))
				: () => "";
		if (!first) return "unreachable";
		await this.#catchUp();
		const status = this.#log.status();
		if (status?.run_id !== run_id) return null;
		const until = this.#emittedSeq(run_id);
		const text = first();
		return {
			run_id,
			events: this.#log
				.events(run_id, request.after, until)
				.map((event) => ({ seq: event.seq, text: encodeRow(run_id, event) })),
			ended: status.ended,
			full: this.#isFull(),
			snapshot: text === "" ? null : { seq: until, text },
		};
	}

	#isFull(): boolean {
		return this.#hub.size >= createContext(this.env).settings.MAX_PUSHED_VIEWERS;
	}

	/**
	 * Must not await between reading the first events and adding the viewer, otherwise events in
	 * between would be lost. A viewer may already have events that are not in the log yet: the
	 * database has the result first, and who reads it there gets it with the ids of the run's last
	 * events. If the run was interrupted in between, the log gets these events much later.
	 */
	#open(request: Request, first: () => string, after: number): Response {
		if (this.#isFull()) return new Response(null, { status: FULL_STATUS });
		const text = STREAM_START + first();
		const caller = request.headers.get(STREAM_CALLER) ?? "";
		const body = this.#hub.open(text, request.signal, caller, after);
		return body
			? new Response(body, { headers: STREAM_HEADERS })
			: new Response(null, { status: TOO_MANY_STATUS });
	}

	/** After the run's end only its last events are stored here; the result is in the database. */
	#endedStream(resumes: boolean, first: () => string): Response {
		if (!resumes) return new Response(null, { status: NO_RUN_STATUS });
		const tail = first();
		return tail
			? new Response(STREAM_START + tail, { headers: STREAM_HEADERS })
			: new Response(null, { status: 204 });
	}

	/** The events after `seq` that were already sent. */
	#missed(run_id: RunId, seq: number): () => string {
		return () =>
			this.#log
				.events(run_id, seq, this.#emittedSeq(run_id))
				.map((event) => encodeRow(run_id, event))
				.join("");
	}

	async #snapshot({ run_id, video_id }: RunInput): Promise<() => string> {
		const engine = this.#engine;
		const { db, view } = createContext(this.env);
		const stored = await this.#earlier.read(() => readReport(db.primary, video_id, view));
		return () => {
			const run = engine.run;
			if (run?.input.run_id !== run_id) return "";
			const report = liveReport(stored, toLiveView(run));
			const seq = this.#emittedSeq(run_id);
			const data = JSON.stringify(report);
			return encodeRow(run_id, { seq, name: "snapshot", data });
		};
	}

	#emittedSeq(run_id: RunId): number {
		if (this.#emitted?.run_id !== run_id)
			this.#emitted = { run_id, seq: this.#log.lastSeq(run_id) };
		return this.#emitted.seq;
	}

	/** Sends the newly written events once they are on disk. */
	#emit(): Promise<void> {
		this.#emitting = this.#emitting.then(async () => {
			const status = this.#log.status();
			if (!status) return;
			const { run_id } = status;
			const from = this.#emittedSeq(run_id);
			const until = this.#log.lastSeq(run_id);
			// Covers only what was written before the call, so later events wait for the next one.
			await this.ctx.storage.sync();
			// Another run may have replaced this one in the meantime.
			if (this.#log.status()?.run_id !== run_id) return;
			for (const event of this.#log.events(run_id, from, until))
				this.#hub.broadcast(encodeRow(run_id, event), event.seq);
			this.#emitted = { run_id, seq: until };
			if (status.ended) this.#hub.closeAll();
		});
		return this.#emitting;
	}

	/**
	 * Waits until all written events are sent. Otherwise a new viewer would get some of them twice.
	 */
	async #catchUp(): Promise<void> {
		let status = this.#log.status();
		while (status && this.#emittedSeq(status.run_id) < this.#log.lastSeq(status.run_id)) {
			await this.#emit();
			status = this.#log.status();
		}
	}

	/** Resumes a run after a crash, so that a viewer does not have to wait for the next alarm. */
	async #resume(): Promise<void> {
		const status = this.#log.status();
		if (status && !status.ended && !this.#working) await this.ctx.storage.setAlarm(Date.now());
	}

	/** Lists the run in the database, so that requests find this object. */
	async #register(): Promise<void> {
		const stored = this.#log.run();
		if (!stored || stored.registered) return;
		const { video_id, run_id, started_at_ms, started_by } = stored.input;
		const started_at = new Date(started_at_ms).toISOString();
		const { db } = createContext(this.env);
		await registerRun(db.primary, { video_id, run_id, started_at, started_by });
		this.#log.markRegistered(run_id);
	}

	/** Deletes the run. Runs that the daily limit ended are kept as long as they can be resumed. */
	async #retire(): Promise<void> {
		this.#engine.reset();
		this.#emitted = null;
		const ended = this.#log.ended();
		const kept = new Set(resumable(ended, Date.now()));
		const until = ended
			.filter(({ input }) => kept.has(input.run_id))
			.map((run) => resumableUntil(run, run.done) ?? 0);
		if (until.length > 0) return this.ctx.storage.setAlarm(Math.max(...until));
		await this.ctx.storage.deleteAlarm();
		await this.#takedown.deleteOthers();
	}

	/** Ends a run, which may have chosen a hidden statement; of a hidden report, all of them. */
	async takeDown(at_ms: number, part: TakenDownPart, why: TakenDown | null): Promise<void> {
		await this.#takedown.note(at_ms, part, why);
		if (part.kind === "words" || why === null) return;
		if (part.kind === "video") this.#queue.clear();
		this.#hub.closeAll();
		if (this.#engine.abort(runFailure("result_withdrawn")))
			await this.ctx.storage.setAlarm(Date.now());
	}

	takenDown(statement_id: string | null): Promise<NotedTakedown> {
		return this.#takedown.noted(statement_id);
	}

	async #shownRun() {
		const stored = this.#log.run();
		const hidden = stored?.ended && (await this.#takedown.covers(stored.input.started_at_ms));
		return hidden ? null : stored;
	}

	/** Created on first use, because the stream of an ended run does not need it. */
	get #engine(): RunEngine {
		this.#running ??= new RunEngine({
			...createRunDeps(this.env, { lastSeq: (run_id) => this.#log.lastSeq(run_id) }),
			store: this.#log,
			emit: () => this.#emit(),
		});
		return this.#running;
	}
}
