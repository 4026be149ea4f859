import type { Analysis } from "#contract/analysis.ts";
import type { RunError } from "#contract/problem.ts";
import type { Support } from "#contract/statement.ts";
import type { PromptInjection } from "#contract/video.ts";
import { stripTurns } from "#features/captions/non-speech.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import type { Hit } from "#features/evidence/evidence-source.ts";
import { pageId, type ReadAnswer, type SearchAnswer } from "#features/evidence/find-pages.ts";
import { transcriptCopies } from "#features/evidence/independence.ts";
import { siteOf } from "#features/evidence/page-site.ts";
import type { StatementPlan } from "#features/evidence/search-plan.ts";
import type { GivenRating } from "#features/raters/consensus.ts";
import { sampleLabel } from "#features/samples/samples.ts";
import type { ProviderCallRecord } from "#features/spending/sum-calls.ts";
import {
	findMoment,
	type MomentProblem,
	type MomentWindow,
} from "#features/statements/moment-window.ts";
import { findPromptInjections } from "#features/statements/prompt-injection.ts";
import { createQuoteMatcher, type QuoteMatcher } from "#features/statements/quote-in-transcript.ts";
import {
	type SentenceStatement,
	sentenceStatements,
} from "#features/statements/sentence-heuristic.ts";
import {
	type TranscriptWindow,
	transcriptWindows,
} from "#features/statements/transcript-windows.ts";
import { type SaidNames, saidNames } from "#features/statements/wording-guard.ts";
import type { PlayerSeen } from "#features/youtube/metadata.ts";
import type { Metadata } from "#features/youtube/metadata-sources.ts";
import { maySearch, pagesOf } from "./evidence-state.ts";
import type { RunInput } from "./run-input.ts";
import type { RunState } from "./run-state.ts";
import type {
	BudgetRefused,
	ChosenStatement,
	Selection,
	StoredJudgement,
	TaskOutput,
	TaskOutputs,
	WindowExtraction,
} from "./step-output.ts";
import { ratingKey, roundKey, type Task } from "./task.ts";
import { plansFor, withWordings } from "./wordings.ts";

type ShownTranscript = {
	transcript: Transcript;
	/** The passages that address the AI that rates. */
	aimed_at_raters: PromptInjection[];
};

type Heard = Exclude<TaskOutputs["transcribe"], BudgetRefused>;

/**
 * A run's state, rebuilt from the outputs of its finished tasks. It stores nothing itself, so a
 * crash loses nothing.
 */
export class LiveRun implements RunState {
	readonly input: RunInput;
	readonly begun = new Set<string>();
	metadata: Metadata | null = null;
	player: PlayerSeen | null = null;
	transcribe_windows: number | null = null;
	/** Why there are no captions; set if a transcription replaces them. */
	captions_error: RunError | null = null;
	readonly transcribed = new Set<number>();
	readonly transcriptions = new Map<number, Heard>();
	transcript: Transcript | null = null;
	/** The windows in which the transcript is processed. */
	windows: TranscriptWindow[] = [];
	extract_windows: number | null = null;
	readonly extracted = new Set<number>();
	readonly found = new Map<number, WindowExtraction>();
	selected: ChosenStatement[] | null = null;
	chosen: ChosenStatement[] | null = null;
	readonly wordings = new Map<number, boolean>();
	/** The extraction's figures and the statements that were left out. */
	selection: Selection = { extraction: null, left_out: [], kept: [], rechosen: [] };
	readonly ratings = new Map<string, GivenRating>();
	readonly calls: ProviderCallRecord[] = [];
	plans: StatementPlan[] | null = null;
	readonly searches = new Map<string, SearchAnswer>();
	readonly reads = new Map<string, ReadAnswer>();
	readonly judgements = new Map<string, StoredJudgement>();
	readonly supports = new Map<number, Support | null>();
	activity: Analysis["activity"] = null;
	/** What the providers' calls wait for, in words; null if they do not wait. */
	waits_for: string | null = null;
	published = false;
	/** The run has ended and only needs to be deleted. */
	retired = false;
	error: RunError | null = null;
	/** Set if the day's budget had no room for a window. */
	refused: RunError | null = null;

	#matcher: QuoteMatcher | null = null;
	#names: SaidNames | null = null;
	#shown: ShownTranscript | null = null;
	#sentences: SentenceStatement[] | null = null;

	constructor(input: RunInput) {
		this.input = input;
	}

	/** Finds quotes in the transcript; built on first use. */
	get matcher(): QuoteMatcher {
		if (!this.transcript) throw new Error("There is no transcript yet.");
		const duration = this.metadata?.duration ?? null;
		this.#matcher ??= createQuoteMatcher(this.transcript, duration);
		return this.#matcher;
	}

	/** The words in which names are looked up; collected on first use. */
	get names(): SaidNames {
		if (!this.transcript) throw new Error("There is no transcript yet.");
		const { title = "", channel_name = "", description = "" } = this.metadata ?? {};
		const { text, language } = this.transcript;
		this.#names ??= saidNames([text, title, channel_name, description], language);
		return this.#names;
	}

	/** The moment that the run checks; null if it checks none, or before the transcript is there. */
	moment: MomentWindow | null = null;

	#readWindows(transcript: Transcript): TranscriptWindow[] {
		if (this.input.moment === null) return transcriptWindows(transcript);
		const moment = this.placeMoment(transcript);
		if (typeof moment === "string") return [];
		this.moment = moment;
		const { text, cues } = moment;
		return text === "" ? [] : [{ text, cues }];
	}

	/** Finds the moment that was asked for in a transcript, or says why it is not there. */
	placeMoment(transcript: Transcript): MomentWindow | MomentProblem {
		const asked = this.input.moment ?? { at: null, quote: null };
		const duration = this.metadata?.duration ?? this.player?.duration ?? null;
		return findMoment(transcript, duration, asked);
	}

	/** The transcript as the report shows it; computed on first use. */
	get shown(): ShownTranscript {
		if (!this.transcript) throw new Error("There is no transcript yet.");
		if (!this.#shown) {
			const transcript = shownTranscript(this.transcript);
			const duration = this.metadata?.duration ?? null;
			const aimed_at_raters = findPromptInjections(transcript, duration);
			this.#shown = { transcript, aimed_at_raters };
		}
		return this.#shown;
	}

	/**
	 * Computes what later steps need of the transcript. Called while the run waits for a provider,
	 * so that hours of speech do not delay the step that needs it.
	 */
	readAhead(): void {
		void this.matcher;
		void this.names;
	}

	/**
	 * The sentence heuristic's results for the whole transcript, computed once for all windows. Of a
	 * sample only those that its author labelled.
	 */
	get sentences(): SentenceStatement[] {
		const { transcript } = this;
		if (!transcript) throw new Error("There is no transcript yet.");
		this.#sentences ??= sentenceStatements(transcript).filter(
			({ content }) => transcript.source !== "sample" || sampleLabel(content) !== null,
		);
		return this.#sentences;
	}

	/** An earlier failure takes precedence. */
	fail(error: RunError): RunError {
		this.error ??= { ...error, type: this.input.origin + error.type };
		return this.error;
	}

	apply(task: Task, output: TaskOutput): void {
		this.begun.add(task.kind);
		if ("calls" in output) this.calls.push(...output.calls);
		if ("error" in output) this.fail(output.error);
		else this.#applyPart(task, output);
	}

	#applyPart(task: Task, output: TaskOutput): void {
		if ("refused" in output) this.#refuse(task, output.refused);
		else if (followsChoice(task)) this.#applyAfterChoice(task, output);
		else if (task.kind === "metadata" && "metadata" in output) {
			this.metadata = output.metadata;
			this.player = output.player;
		} else if ("transcript" in output) {
			this.transcript = output.transcript;
			this.windows = this.#readWindows(output.transcript);
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
			const { chosen, ...selection } = output;
			this.selected = chosen;
			this.#word();
			this.selection = selection;
		} else if (task.kind === "publish") {
			this.published = true;
		} else if (task.kind === "retire") {
			this.retired = true;
		}
	}

	#applyAfterChoice(task: Task, output: TaskOutput): void {
		if (task.kind === "plan" && "plans" in output) {
			this.#planned = output.plans;
			this.#word();
		} else if (task.kind === "check_wording" && "wordings" in output) {
			for (const { statement, stands } of output.wordings) this.wordings.set(statement, stands);
			this.#word();
		} else if (task.kind === "search" && "hits" in output) {
			this.#endLookup(task);
			this.searches.set(roundKey(task.statement, task.round), output);
			for (const hit of output.hits) this.#nameHit(hit);
		} else if (task.kind === "read" && "ok" in output) {
			this.#endLookup(task);
			this.reads.set(task.page, output);
		} else this.#applyVerdict(task, output);
	}

	#applyVerdict(task: Task, output: TaskOutput): void {
		if (task.kind === "rate" && "rating" in output) {
			const key = ratingKey(task.statement, task.provider, task.round);
			this.ratings.set(key, output.rating);
			const { judgement, next_query } = output;
			this.judgements.set(key, { judgement, next_query });
		} else if (task.kind === "check_support" && "support" in output) {
			this.supports.set(task.statement, output.support);
		}
	}

	/** The plans for the statements as they were extracted. */
	#planned: StatementPlan[] | null = null;

	/** A resumed run has its wordings and plans before its selection. */
	#word(): void {
		this.chosen = this.selected && withWordings(this.selected, this.wordings);
		this.plans =
			this.#planned &&
			(this.chosen ? plansFor(this.#planned, this.chosen, this.wordings) : this.#planned);
	}

	/** Whether the statement's searches have found the page, or still may. */
	mayWant(statement: number, page: string): boolean {
		const rounds = [1, 2] as const;
		const named = rounds.flatMap((round) => pagesOf(this, statement, round));
		return named.some((it) => it.page === page) || maySearch(this, statement);
	}

	readonly #hits = new Map<string, Hit>();

	/** A hit of a source takes precedence over a member's link to the same page. */
	#nameHit(hit: Hit): void {
		const page = pageId(hit);
		if (hit.source === "member" && this.#hits.has(page)) return;
		this.#hits.set(page, hit);
	}

	/** The search hit of a page; null if no search has found it. */
	hitOf(page: string): Hit | null {
		return this.#hits.get(page) ?? null;
	}

	/** Whether a passage repeats the video's own words. */
	isTranscriptCopy(passage: string): boolean {
		this.#copies ??= transcriptCopies(this.transcript?.text ?? "");
		return this.#copies(passage);
	}
	#copies: ((passage: string) => boolean) | null = null;

	/** Records that a task has started and updates the activity that viewers see. */
	note(task: Task): void {
		this.begun.add(task.kind);
		if (task.kind === "publish") this.waits_for = null;
		if (task.kind === "search") {
			const text = this.plans?.[task.statement]?.neutral ?? "";
			this.#lookups.set(lookupKey(task), { kind: "search", text });
		} else if (task.kind === "read") {
			const hit = this.hitOf(task.page);
			const site = siteOf(hit?.url ?? "");
			const text = hit?.title ? `${hit.title} (${site})` : site;
			if (hit) this.#lookups.set(lookupKey(task), { kind: "read", text });
		} else if (task.kind !== "rate" && task.kind !== "publish") return;
		this.activity = [...this.#lookups.values()].at(-1) ?? null;
	}
	/** The searches and reads in progress, in the order of their start. */
	readonly #lookups = new Map<string, NonNullable<Analysis["activity"]>>();

	/**
	 * Keeps showing the last lookup until the next task starts, so that the line does not flicker.
	 */
	#endLookup(task: Lookup): void {
		this.#lookups.delete(lookupKey(task));
		this.activity = [...this.#lookups.values()].at(-1) ?? this.activity;
	}

	/** Ends the window without an output; the next step then ends the run. */
	#refuse(task: Task, reason: RunError): void {
		this.refused ??= reason;
		if (task.kind === "extract") this.extracted.add(task.window);
		if (task.kind === "transcribe") this.transcribed.add(task.window);
	}
}

/** Without the empty lines that mark a change of speaker for the extraction. */
function shownTranscript(transcript: Transcript): Transcript {
	if (!transcript.cues.length) return transcript;
	const cues = transcript.cues.map((cue) => ({ ...cue, text: stripTurns(cue.text) }));
	return { ...transcript, cues, text: cues.map(({ text }) => text).join(" ") };
}

type Lookup = Extract<Task, { kind: "search" | "read" }>;

function lookupKey(task: Lookup): string {
	return task.kind === "read" ? task.page : roundKey(task.statement, task.round);
}

function followsChoice({ kind }: Task): boolean {
	return ["plan", "check_wording", "search", "read", "rate", "check_support"].includes(kind);
}
