import { countFinding } from "#contract/finding.ts";
import type { RunError } from "#contract/problem.ts";
import { isCounted } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { CaptionsReadBy, Scope } from "#contract/video.ts";
import { isSimulated } from "#db/view.ts";
import { shownAddress } from "#features/samples/sample-page.ts";
import type { PublishedStatement } from "#features/statements/queries.ts";
import { type HiddenWords, repeatsHidden } from "#features/takedowns/hidden-words.ts";
import { runFailure } from "#http/run-failures.ts";
import { evidenceRecord, isUnansweredRead } from "../evidence-result.ts";
import type { LiveRun } from "../live-run.ts";
import {
	type CompletedRun,
	type Publication,
	UNANSWERED,
	UnpublishableRun,
} from "../publication.ts";
import type { PublishedResult } from "../published-result.ts";
import { ratedStatements } from "../rated-statement.ts";
import { scoreVideo } from "../score-video.ts";
import type { StepDeps } from "../step-deps.ts";
import { checkedMoment } from "./moment.ts";
import { joinWithPublished } from "./more.ts";
import { isPart, keepsTranscript } from "./transcript.ts";

/** After the publication, the run adds its last progress event and its final event. */
const CLOSING_EVENTS = 2;

/** Publishes the run's result. Idempotent: publishing the same run again changes nothing. */
export async function publishRun(deps: StepDeps, run: LiveRun): Promise<void> {
	await deps.publish(await buildPublication(deps, run));
}

function describeEnding(deps: StepDeps, run: LiveRun) {
	const { input } = run;
	return {
		run_id: input.run_id,
		video_id: input.video_id,
		url: input.url,
		started_by: input.started_by,
		started_at: new Date(input.started_at_ms).toISOString(),
		ended_at: new Date(deps.now()).toISOString(),
		last_seq: deps.lastSeq(input.run_id) + CLOSING_EVENTS,
		calls: run.calls,
		simulated: input.simulated,
	};
}

function failedRun(deps: StepDeps, run: LiveRun, error: RunError): Publication {
	return {
		...describeEnding(deps, run),
		outcome: "failed",
		metadata: run.metadata,
		error,
		scope: run.input.moment === null ? "full" : "moments",
		outbox: outboxMessage(run, {
			status: "failed",
			detail: error.detail,
			recheck: run.input.rechecks !== null,
		}),
	};
}

/**
 * Rejects with UnpublishableRun if a retry would give the same result. Any other rejection may be
 * retried.
 */
async function buildPublication(deps: StepDeps, run: LiveRun): Promise<Publication> {
	const { input, error } = run;
	if (error) return failedRun(deps, run, error);
	const ending = describeEnding(deps, run);
	const builds = input.adds_to !== null || input.keeps !== null;
	const joins = builds || (input.keeps_asked !== null && run.selection.kept.length > 0);
	const published = joins ? await deps.published(input, "again") : null;
	if (builds && !published) throw new UnpublishableRun(runFailure("result_withdrawn"));
	const hidden = await deps.hiddenStatements(input.video_id);
	const result = tryToComplete(run, published, hidden);
	if (
		input.rechecks !== null &&
		published &&
		result.statements.some((it) => lacksAnswers(run, published, it))
	)
		throw new UnpublishableRun(runFailure("recheck_failed"));
	return { ...ending, ...result };
}

function tryToComplete(
	run: LiveRun,
	published: PublishedResult | null,
	hidden: readonly HiddenWords[],
) {
	try {
		return completedRun(run, published, hidden);
	} catch (cause) {
		throw new UnpublishableRun(runFailure("analysis_failed"), { cause });
	}
}

/** `published` is the result that the run adds to, or null. */
function completedRun(
	run: LiveRun,
	published: PublishedResult | null,
	hidden: readonly HiddenWords[],
): Omit<CompletedRun, keyof ReturnType<typeof describeEnding>> {
	const { input, metadata } = run;
	if (!metadata || !run.transcript) throw new Error("The run has neither a result nor a reason.");
	// Some may have been taken down since they were selected.
	const statements = publishedStatements(run).filter((it) => !repeatsHidden(it, hidden));
	const {
		statements: all,
		kept,
		...others
	} = published ? joinWithPublished(published, run, statements) : ownResult(run, statements);
	const scope = scopeOf(run, published);
	const counted = all.filter(isCounted);
	const score = scoreVideo({ ...others, panel: run.input.panel, scope }, counted);
	const { extraction, left_out } = run.selection;
	return {
		outcome: "completed",
		metadata,
		...run.shown,
		// A transcript of a part would pass for that of the video.
		...(isPart(run) && { transcript: { ...run.shown.transcript, cues: [], text: "" } }),
		keeps_transcript: keepsTranscript(input),
		captions_read_by: whoseCaptions(run, published),
		...score,
		scope,
		moment: checkedMoment(run, statements),
		...others,
		statements,
		kept: kept.map(({ id }) => id),
		kept_on_request: kept.flatMap((it) => (isCounted(it) ? [] : it.id)),
		extraction,
		left_out,
		adds_to: input.adds_to,
		rechecks: input.rechecks,
		outbox: outboxMessage(run, {
			status: "completed",
			bs_score: score.bs_score,
			claims_count: counted.length,
			simulated: isSimulated(input),
			basis: score.basis,
			lean: score.lean,
			coverage: score.coverage,
			finding: countFinding(counted),
		}),
	};
}

/** A moment leaves the report's scope as it is. */
function scopeOf({ input }: LiveRun, published: PublishedResult | null): Scope {
	if (input.moment === null)
		return published && input.adds_to !== null ? published.video.scope : "full";
	return published?.video.scope ?? "moments";
}

function whoseCaptions(
	{ input, transcript }: LiveRun,
	published: PublishedResult | null,
): CaptionsReadBy | null {
	if (transcript?.source !== "member") return null;
	return published && keepsTranscript(input)
		? published.video.captions_read_by
		: input.captions_read_by;
}

/** The result of a run that read the video itself. */
function ownResult(run: LiveRun, statements: readonly PublishedStatement[]) {
	const ids = statements.map(({ id }) => id);
	const { panel, evidence } = run.input;
	const record = evidenceRecord(run, ids);
	return { statements, kept: [], panel, evidence_sources: evidence, ...record };
}

function publishedStatements(run: LiveRun): PublishedStatement[] {
	return ratedStatements(run).map((statement, index) => {
		const { quote_key = "", earlier = null } = run.chosen?.[index] ?? {};
		const replaces = earlier?.id === statement.id ? null : (earlier?.id ?? null);
		return { ...pickPublished(statement), quote_key, replaces };
	});
}

/** Omits fields that the database counts itself, and scores that are computed from the ratings. */
function pickPublished(statement: Statement): Omit<PublishedStatement, "quote_key" | "replaces"> {
	const { video_id: _, created_at: __, votes_held: ___, ...rest } = statement;
	const { openai_score: _o, claude_score: _c, gemini_score: _g, ...own } = rest;
	const { upvotes: _u, downvotes: _d, ...published } = own;
	return published;
}

/**
 * The notification for the member who started the analysis. It is sent even if they have closed
 * the page. Who asks about a moment waits for the answer.
 */
function outboxMessage(run: LiveRun, payload: Record<string, unknown>) {
	const { started_by, video_id, moment } = run.input;
	if (!started_by || moment !== null) return [];
	return [
		{
			kind: "new_analysis",
			member_id: started_by,
			payload: { video_id, title: run.metadata?.title ?? "", ...payload },
		},
	];
}

/**
 * Whether a statement that is checked again lacks answers, so that its earlier result must stay. A
 * verdict is only replaced by one for which everything was asked that the run wanted to ask. A
 * statement without a verdict has less to lose: it is replaced unless it stays unverified because
 * nothing answered.
 */
function lacksAnswers(
	run: LiveRun,
	published: PublishedResult,
	{ unverified_reason, ratings }: PublishedStatement,
): boolean {
	if (unverified_reason !== null && UNANSWERED.has(unverified_reason)) return true;
	const verdict = run.chosen?.[0]?.earlier?.verdict ?? "unverified";
	if (verdict === "unverified") return false;
	return (
		hasUnansweredSearch(run) ||
		hasUnansweredPage(run, published) ||
		ratings.some(({ status }) => status === "failed")
	);
}

/** A search that the day's budget refused as a whole asked no source. */
function hasUnansweredSearch(run: LiveRun): boolean {
	return [...run.searches.values()].some(
		({ searches }) => searches.length === 0 || searches.some(({ failure }) => failure !== null),
	);
}

/**
 * A page that did not answer the earlier result either is not missed: otherwise one dead site
 * would keep the statement from ever being checked again.
 */
function hasUnansweredPage(run: LiveRun, { pages }: PublishedResult): boolean {
	const silent = new Set(
		pages.flatMap(({ url, reason, http_status: status }) =>
			reason !== null && isUnansweredRead({ reason, status }) ? [url] : [],
		),
	);
	return [...run.reads].some(([page, read]) => {
		if (read.ok || !isUnansweredRead(read)) return false;
		const hit = run.hitOf(page);
		return hit === null || !silent.has(shownAddress(hit.url));
	});
}
