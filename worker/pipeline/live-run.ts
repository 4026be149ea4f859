import type { RunError } from "#contract/problem.ts";
import type { Rating } from "#contract/statement.ts";
import type { Task } from "#domain/analysis/plan-tasks.ts";
import {
	type ChosenStatement,
	type RunInput,
	type RunState,
	ratingKey,
} from "#domain/analysis/run-state.ts";
import type { Metadata } from "#domain/metadata.ts";
import { createQuoteMatcher, type QuoteMatcher } from "#domain/quote-match.ts";
import {
	type SentenceStatement,
	sentenceStatements,
} from "#domain/sentence-heuristic.ts";
import type { Transcript } from "#domain/transcript.ts";
import {
	type TranscriptWindow,
	transcriptWindows,
} from "#domain/transcript-windows.ts";
import type { ProviderCallRecord } from "./publication.ts";
import type { PlayerSeen } from "./read-metadata.ts";
import type {
	Extraction,
	Refused,
	TaskOutput,
	TaskOutputs,
} from "./task-output.ts";

type Heard = Exclude<TaskOutputs["transcribe"], Refused>;

/**
 * A run's state as its finished tasks have made it. Built again from the stored
 * outputs after a crash, so it holds nothing of its own.
 */
export class LiveRun implements RunState {
	readonly input: RunInput;
	readonly begun = new Set<string>();
	metadata: Metadata | null = null;
	player: PlayerSeen | null = null;
	transcribe_windows: number | null = null;
	/** Why captions could not be had, where the transcription takes their place. */
	captions_error: RunError | null = null;
	readonly transcribed = new Set<number>();
	readonly transcriptions = new Map<number, Heard>();
	transcript: Transcript | null = null;
	/** The pieces in which the transcript is read. */
	windows: TranscriptWindow[] = [];
	extract_windows: number | null = null;
	readonly extracted = new Set<number>();
	readonly found = new Map<number, Extraction>();
	chosen: ChosenStatement[] | null = null;
	readonly ratings = new Map<string, Rating>();
	readonly calls: ProviderCallRecord[] = [];
	published = false;
	/** Nothing is left to do but to forget the run. */
	retired = false;
	error: RunError | null = null;
	/** Why a window was not asked for, where the site's day had no room for it. */
	refused: RunError | null = null;

	#matcher: QuoteMatcher | null = null;
	#sentences: SentenceStatement[] | null = null;

	constructor(input: RunInput) {
		this.input = input;
	}

	/** Finds quotes in the transcript; made once, when it is first asked for. */
	get matcher(): QuoteMatcher {
		if (!this.transcript) throw new Error("There is no transcript yet.");
		const duration = this.metadata?.duration ?? null;
		this.#matcher ??= createQuoteMatcher(this.transcript, duration);
		return this.#matcher;
	}

	/** What the heuristic finds in the whole transcript: read once, not for every window. */
	get sentences(): SentenceStatement[] {
		if (!this.transcript) throw new Error("There is no transcript yet.");
		this.#sentences ??= sentenceStatements(this.transcript);
		return this.#sentences;
	}

	apply(task: Task, output: TaskOutput): void {
		this.begun.add(task.kind);
		if ("calls" in output) this.calls.push(...output.calls);
		if ("error" in output) this.error ??= output.error;
		else this.#applyPart(task, output);
	}

	#applyPart(task: Task, output: TaskOutput): void {
		if ("refused" in output) this.#refuse(task, output.refused);
		else if (task.kind === "metadata" && "metadata" in output) {
			this.metadata = output.metadata;
			this.player = output.player;
		} else if ("transcript" in output) {
			this.transcript = output.transcript;
			this.windows = transcriptWindows(output.transcript);
			this.extract_windows = this.windows.length;
		} else if ("transcribe_windows" in output) {
			this.transcribe_windows = output.transcribe_windows;
			this.captions_error = output.reason;
		} else if (task.kind === "transcribe" && "cues" in output) {
			this.transcribed.add(task.window);
			this.transcriptions.set(task.window, output);
		} else if (task.kind === "extract" && "found" in output) {
			this.extracted.add(task.window);
			this.found.set(task.window, output);
		} else if ("chosen" in output) {
			this.chosen = output.chosen;
		} else if (task.kind === "rate" && "rating" in output) {
			this.ratings.set(ratingKey(task.statement, task.provider), output.rating);
		} else if (task.kind === "publish") {
			this.published = true;
		} else if (task.kind === "retire") {
			this.retired = true;
		}
	}

	/** The window is over with; that it brought nothing ends the run at the next step. */
	#refuse(task: Task, reason: RunError): void {
		this.refused ??= reason;
		if (task.kind === "extract") this.extracted.add(task.window);
		if (task.kind === "transcribe") this.transcribed.add(task.window);
	}
}
