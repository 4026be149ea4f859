import { type Provider, type RunId, StatementId, type VideoId } from "#contract/ids.ts";
import type { SourceId } from "#contract/verdicts.ts";
import type { CaptionsReadBy, Scope, TranscriptSource } from "#contract/video.ts";
import { createCaptionSource } from "#features/captions/fetch-captions.ts";
import type { AdmittedTranscript } from "#features/captions/member-transcripts.ts";
import { addedPagesOf } from "#features/evidence/added-page-queries.ts";
import { noteChangedEvidence } from "#features/evidence/changed-evidence.ts";
import { createSourceCalls } from "#features/evidence/source-calls.ts";
import { runSourceIds } from "#features/evidence/source-ids.ts";
import { deliverNotifications } from "#features/notifications/deliver-notifications.ts";
import { ratingFallback } from "#features/raters/consensus.ts";
import { limitThatIsWaitedFor } from "#features/raters/limit-waits.ts";
import { hasLocalModel, ratingConcurrency } from "#features/raters/panel.ts";
import { logFailedCalls, notConfigured, providerCallers } from "#features/raters/provider-calls.ts";
import { readReport } from "#features/reports/queries.ts";
import { findSample, sampleTranscript } from "#features/samples/samples.ts";
import { openBudget } from "#features/spending/budget.ts";
import { spentInDay } from "#features/spending/sum-calls.ts";
import { statementsForMatching } from "#features/statements/queries.ts";
import { hiddenPages } from "#features/takedowns/hidden-pages-queries.ts";
import { hiddenStatements } from "#features/takedowns/queries.ts";
import { deliverWebhooks } from "#features/webhooks/deliver-webhooks.ts";
import { openMetadataSources } from "#features/youtube/metadata.ts";
import { configuredOrigin } from "#http/site-address.ts";
import { readCountedMember } from "#identity/address-queries.ts";
import { newId } from "#identity/tokens.ts";
import type { Bindings } from "#worker/bindings.ts";
import { type Context, createContext } from "#worker/context.ts";
import { log } from "#worker/log.ts";
import { countMoreAnalyses } from "./analysis-limits.ts";
import type { StartRequest } from "./objects.ts";
import { publish } from "./publication-queries.ts";
import { type PublishedResult, readPublished } from "./published-result.ts";
import { type EngineDeps, LOCAL_DEADLINE, RUN_DEADLINE } from "./run-engine.ts";
import type { RunInput } from "./run-input.ts";
import { forgetRun } from "./run-queries.ts";
import { runStep } from "./run-step.ts";
import type { StepDeps } from "./step-deps.ts";
import { type TaskKind, taskKey } from "./task.ts";

/** What a new run needs to know about the published result. */
export type EarlierResult = {
	run_id: RunId;
	/** null if its transcript is not kept, because only parts of the video were transcribed. */
	transcript_source: TranscriptSource | null;
	captions_read_by: CaptionsReadBy | null;
	/** Of its transcript (BCP 47); null if it is not known. */
	language: string | null;
	/** The sources that the published run asked. */
	evidence_sources: SourceId[];
	scope: Scope;
	/** Of the video, in seconds; null if it is not known. */
	duration: number | null;
	/** Whether the video has another length since. */
	length_changed: boolean;
};

/** null if there is no published result. */
export async function readEarlierResult(
	{ db, view }: Context,
	video_id: VideoId,
): Promise<EarlierResult | null> {
	const { video, run } = await readReport(db.primary, video_id, view);
	if (video?.analysis_status !== "completed" || !run) return null;
	const { transcript_source, captions_read_by, evidence_sources, scope, duration } = video;
	return {
		run_id: run.run_id,
		transcript_source: video.transcript_chars === 0 ? null : transcript_source,
		captions_read_by,
		language: video.language ?? null,
		evidence_sources,
		scope,
		duration,
		length_changed: video.length_changed !== undefined,
	};
}

/** Creates the input of a run that starts now. */
export function createRun(
	{ providers, settings, now }: Context,
	request: StartRequest & AdmittedTranscript,
	earlier: EarlierResult | null,
	run_id: RunId,
): RunInput {
	const { mode, panel } = providers;
	const sample = mode === "demo" && findSample(request.video_id) !== null;
	const adds = request.more || request.rechecks !== null || request.moment !== null;
	const adds_to = adds ? earlier : null;
	const evidence = adds_to ? adds_to.evidence_sources : runSourceIds(settings, mode, sample);
	return {
		run_id,
		video_id: request.video_id,
		url: request.url,
		started_by: request.started_by,
		started_at_ms: now().getTime(),
		// No score is simulated for a real video.
		panel: mode === "live" || sample ? panel : [],
		simulated: mode === "demo",
		member_transcript: request.transcript,
		times: request.times,
		language: request.language,
		can_choose: request.can_choose,
		captions_read_by: request.captions_read_by,
		earlier_source: earlier?.transcript_source ?? null,
		// An addition uses the same sources as the result, so that all its statements are checked
		// alike.
		evidence,
		second_reading: settings.SECOND_READING === "on",
		selected: null,
		adds_to: adds_to?.run_id ?? null,
		rechecks: request.rechecks,
		moment: request.moment,
		// Who asks for it again doubts what was found, or brings something new.
		searches_afresh: request.force || request.rechecks !== null,
		origin: configuredOrigin({ settings }),
		keeps: adds || request.force || !earlier || !isKept(earlier, evidence) ? null : earlier.run_id,
		keeps_asked:
			request.force && !adds && earlier && restsAlike(earlier, evidence) ? earlier.run_id : null,
	};
}

/** Whether an analysis of the whole video takes the earlier result over: a report of moments. */
function isKept(earlier: EarlierResult, evidence: readonly SourceId[]): boolean {
	return earlier.scope === "moments" && restsAlike(earlier, evidence) && !earlier.length_changed;
}

function restsAlike(earlier: EarlierResult, evidence: readonly SourceId[]): boolean {
	return earlier.evidence_sources.length > 0 === evidence.length > 0;
}

/** The tasks besides ratings that call a provider. */
const ASKS_MODELS: ReadonlySet<TaskKind> = new Set([
	"transcribe",
	"extract",
	"plan",
	"check_wording",
	"check_support",
]);

/** The outside dependencies of a video's run engine. */
export function createRunDeps(env: Bindings, own: { lastSeq: (run_id: RunId) => number }) {
	const context = createContext(env);
	const { settings, providers, view, outbound } = context;
	/** The object outlives a request, so every use opens the database again. */
	const open = () => createContext(env).db.primary;
	const budget = openBudget(context);

	/** Not awaited: if it fails, the cron job's next sweep delivers the notification. */
	const notify = (run_id: RunId) => {
		const missed = (what: string) => (error: unknown) =>
			log(`${what} not delivered`, { run_id, error: String(error) });
		const fresh = createContext(env);
		deliverNotifications(fresh, run_id).catch(missed("notifications"));
		deliverWebhooks(fresh).catch(missed("webhooks"));
	};

	/** Read once for the first steps of a run, which follow each other at once. */
	let latest: { run_id: RunId; result: PublishedResult | null } | null = null;
	const most_ratings =
		Math.min(settings.MAX_STATEMENTS, ratingConcurrency(settings)) * providers.panel.length;
	const metadata = openMetadataSources(settings, outbound, now);
	const captions = createCaptionSource(outbound, settings.YOUTUBE_BASE_URL);
	const pipelineFor = (video_id: VideoId): StepDeps => ({
		metadata,
		captions: { player: metadata.player, captions, now },
		findSample(id) {
			const sample = providers.mode === "demo" ? findSample(id) : null;
			return sample && { metadata: sample.metadata, transcript: sampleTranscript(id) };
		},
		call: providerCallers(env.PROVIDER_CALLER, video_id, most_ratings, () => left_ms),
		budget,
		async countAnalyses(member_id, count) {
			const member = await readCountedMember(open(), member_id);
			if (member) await countMoreAnalyses(createContext(env), member, count);
		},
		extractors: providers.extractors,
		transcriber: providers.transcriber,
		planners: providers.planners,
		wording_readers: providers.wording_readers,
		sources: createSourceCalls(env.PROVIDER_CALLER, video_id),
		max_pages: settings.EVIDENCE_PAGES,
		max_statements: settings.MAX_STATEMENTS,
		async published({ video_id: id, run_id, adds_to, keeps, keeps_asked }, read) {
			if (read === "again" || latest?.run_id !== run_id)
				latest = { run_id, result: await readPublished(open(), id, view) };
			const { result } = latest;
			// The result may be this run's own, if the response to its publication was lost.
			const known =
				result?.run_id === (adds_to ?? keeps ?? keeps_asked) || result?.run_id === run_id;
			return known ? result : null;
		},
		hiddenStatements: (id) => hiddenStatements(open(), id),
		hiddenPages: (id) => hiddenPages(open(), id),
		async earlierStatements(id) {
			const [earlier, pages] = await Promise.all([
				statementsForMatching(open(), id, view),
				addedPagesOf(open(), id),
			]);
			return earlier.map((statement) => ({ ...statement, pages: pages.get(statement.id) ?? [] }));
		},
		publish: async (publication) => {
			await publish(open(), publication);
			// The statement may be the one whose quotes were gone, and the others stay as they are.
			if (publication.outcome === "completed" && publication.rechecks !== null)
				await noteChangedEvidence(createContext(env), publication.video_id);
			const { run_id, video_id, outcome, started_at, ended_at } = publication;
			if (!publication.simulated) await budget.reconcile(run_id, spentInDay(publication.calls));
			const duration_ms = Date.parse(ended_at) - Date.parse(started_at);
			const code = outcome === "failed" ? publication.error.code : undefined;
			context.log.info("run ended", { run_id, video_id, outcome, code, duration_ms });
			notify(run_id);
		},
		forgetRun: (id, run_id) => forgetRun(open(), id, run_id),
		lastSeq: own.lastSeq,
		newStatementId: () => StatementId.parse(newId()),
		now,
	});

	/** What the run's deadline leaves to the call that begins. */
	let left_ms = 0;

	/** One object serves one video, and all its tasks share its six connections. */
	let pipeline: StepDeps | null = null;

	return {
		runStep(run, task, run_left_ms) {
			left_ms = run_left_ms;
			pipeline ??= pipelineFor(run.input.video_id);
			// The run was started in the other mode. Real and simulated answers must not be mixed.
			const other_mode = run.input.simulated !== view.simulated;
			const provider_call = other_mode ? async () => notConfigured() : pipeline.call;
			const { run_id, video_id } = run.input;
			const call = logFailedCalls(provider_call, (failed) =>
				context.log.warn("provider call failed", {
					run_id,
					video_id,
					task: taskKey(task),
					...failed,
				}),
			);
			return runStep({ ...pipeline, call }, run, task);
		},
		waitsFor: (tasks) =>
			limitThatIsWaitedFor(
				settings,
				env.PROVIDER_LIMITER,
				tasks.flatMap((task) => {
					if ("provider" in task) return task.provider;
					return ASKS_MODELS.has(task.kind) ? providers.panel : [];
				}),
			),
		unrated: (provider: Provider, message: string) => ({
			rating: ratingFallback(provider, "", message),
			judgement: null,
			next_query: null,
			calls: [],
		}),
		async ending(run) {
			const { video } = await readReport(open(), run.input.video_id, view);
			return run.error
				? { name: "failed", data: run.error }
				: { name: "completed", data: { video } };
		},
		now,
		newLease: newId,
		rating_concurrency: ratingConcurrency(settings),
		deadline: hasLocalModel(settings) ? LOCAL_DEADLINE : RUN_DEADLINE,
		log,
	} satisfies Omit<EngineDeps, "store" | "emit">;
}

function now(): number {
	return Date.now();
}
