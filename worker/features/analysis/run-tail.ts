import type { RunId } from "#contract/ids.ts";

/** How late a viewer beyond the pushed ones sees an event, and how often the object is asked. */
export const POLL_MS = 1_000;
/** While another viewer's request asks, the answer is looked for this often. */
const LOOK_MS = 50;
/** An answer that takes longer counts as lost, as when the asking viewer has left. */
const ANSWER_MS = 5_000;
/** Viewers who join within this time start with the same snapshot, and get what followed it. */
const SNAPSHOT_MS = 5_000;
/** After as long without an answer, viewers are sent away to connect again. */
const SILENT_MS = 30_000;

export type TailRequest = {
	/** null: whichever run there is. */
	run_id: RunId | null;
	/** The events after this one. */
	after: number;
	snapshot: boolean;
};

export type TailAnswer = {
	run_id: RunId;
	/** Encoded, in order and without gaps. */
	events: { seq: number; text: string }[];
	ended: boolean;
	/** Whether the object has as many viewers as it pushes to. */
	full: boolean;
	/** The report as of its event `seq`, encoded; null if it was not asked for, or at the end. */
	snapshot: { seq: number; text: string } | null;
};

/** null: there is no such run. */
export type AskTail = (request: TailRequest) => Promise<TailAnswer | "unreachable" | null>;

type Encoded = Uint8Array;

/**
 * The log of a run, as a worker's isolate knows it: all its viewers share one copy, which one of
 * their requests extends once a second. Requests must not wait for each other's promises, so they
 * share values only.
 */
export class RunTail {
	#run_id: RunId | null = null;
	/** The whole log from its first event: the event `seq` is at `seq - 1`. */
	readonly #events: Encoded[] = [];
	#snapshot: { seq: number; bytes: Encoded; at_ms: number } | null = null;
	#snapshot_wanted = false;
	#asked_at_ms = Number.NEGATIVE_INFINITY;
	#asking = false;
	#answered_at_ms: number;
	readonly #now: () => number;
	readonly #encoder = new TextEncoder();
	/** The run was replaced or deleted. */
	gone = false;
	ended = false;
	full = true;
	/** The database could not be read for the snapshot that was asked for last. */
	unreachable = false;

	constructor(now: () => number) {
		this.#now = now;
		this.#answered_at_ms = now();
	}

	get run_id(): RunId | null {
		return this.#run_id;
	}

	/** The number of the last known event. */
	get until(): number {
		return this.#events.length;
	}

	/** Whether there are viewers: each of them asks. */
	get in_use(): boolean {
		return this.#now() - this.#asked_at_ms < 2 * ANSWER_MS;
	}

	/** Whether the object has stopped answering. */
	get silent(): boolean {
		return this.#now() - this.#answered_at_ms > SILENT_MS;
	}

	eventsAfter(seq: number): Encoded[] {
		return this.#events.slice(seq);
	}

	/** A snapshot to start with; null if the next answer has to bring one. */
	recentSnapshot(): { seq: number; bytes: Encoded } | null {
		const kept = this.#snapshot;
		if (kept && this.#now() - kept.at_ms < SNAPSHOT_MS) return kept;
		this.#snapshot_wanted = true;
		return null;
	}

	/** Milliseconds until there may be something new. */
	get next_ms(): number {
		if (this.#asking) return LOOK_MS;
		return Math.max(LOOK_MS, this.#asked_at_ms + POLL_MS - this.#now());
	}

	/** Asks for what is new; null if this second's answer is there or under way. */
	refresh(ask: AskTail): Promise<void> | null {
		const asked_at_ms = this.#now();
		const since_ms = asked_at_ms - this.#asked_at_ms;
		if (since_ms < (this.#asking ? ANSWER_MS : POLL_MS)) return null;
		return this.#refresh(ask, asked_at_ms);
	}

	async #refresh(ask: AskTail, asked_at_ms: number): Promise<void> {
		this.#asked_at_ms = asked_at_ms;
		this.#asking = true;
		const snapshot = this.#snapshot_wanted;
		const request = { run_id: this.#run_id, after: this.until, snapshot };
		try {
			this.#take(await withinDeadline(ask(request)), request);
			this.#answered_at_ms = this.#now();
		} catch {
			// Asked again a second later; viewers leave when it stays silent.
		} finally {
			if (this.#asked_at_ms === asked_at_ms) this.#asking = false;
		}
	}

	#take(answer: Awaited<ReturnType<AskTail>>, { snapshot }: TailRequest) {
		this.unreachable = answer === "unreachable";
		if (answer === "unreachable") return;
		if (answer === null) {
			this.gone = true;
			return;
		}
		this.#run_id = answer.run_id;
		// A late answer repeats what a later one has brought.
		for (const { seq, text } of answer.events)
			if (seq === this.until + 1) this.#events.push(this.#encoder.encode(text));
		this.ended = answer.ended;
		this.full = answer.full;
		if (!snapshot || !answer.snapshot) return;
		const { seq, text } = answer.snapshot;
		const bytes = this.#encoder.encode(text);
		this.#snapshot = { seq, bytes, at_ms: this.#now() };
		this.#snapshot_wanted = false;
	}
}

function withinDeadline<T>(answer: Promise<T>): Promise<T> {
	let timer: ReturnType<typeof setTimeout>;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error("no answer")), ANSWER_MS);
	});
	return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
