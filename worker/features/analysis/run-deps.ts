import {
	type Provider,
	RunId,
	StatementId,
	type VideoId,
} from "#contract/ids.ts";
import type { SourceId } from "#contract/verdicts.ts";
import type { TranscriptSource } from "#contract/video.ts";
import { createCaptionSource } from "#features/captions/fetch-captions.ts";
import { addedPagesOf } from "#features/evidence/added-page-queries.ts";
import { openSources } from "#features/evidence/open-sources.ts";
import { createSourceCalls } from "#features/evidence/source-calls.ts";
import { deliverNotifications } from "#features/notifications/deliver-notifications.ts";
import { ratingFallback } from "#features/raters/consensus.ts";
import {
	logFailedCalls,
	notConfigured,
	providerCallers,
} from "#features/raters/provider-calls.ts";
import { readReport } from "#features/reports/queries.ts";
import { findSample, sampleTranscript } from "#features/samples/samples.ts";
import { openBudget } from "#features/spending/budget.ts";
import { sumCalls } from "#features/spending/sum-calls.ts";
import { statementsForMatching } from "#features/statements/queries.ts";
import { deliverWebhooks } from "#features/webhooks/deliver-webhooks.ts";
import { openMetadataSources } from "#features/youtube/metadata.ts";
import { newId, newRunId } from "#identity/tokens.ts";
import type { Bindings } from "#worker/bindings.ts";
import { type Context, createContext } from "#worker/context.ts";
import { log } from "#worker/log.ts";
import type { StartRequest } from "./objects.ts";
import { taskKey } from "./plan-steps.ts";
import { publish } from "./publication-queries.ts";
import { readPublished } from "./published-result.ts";
import { type EngineDeps, RUN_DEADLINE_MS } from "./run-engine.ts";
import { forgetRun } from "./run-queries.ts";
import type { RunInput } from "./run-state.ts";
import { runStep, type StepDeps } from "./run-step.ts";

/** What a new run must know of the published result. */
export type EarlierResult = {
	run_id: RunId;
	transcript_source: TranscriptSource | null;
	/** The sources that its run asked. */
	evidence_sources: SourceId[] | null;
};

/** null if there is no published result. */
export async function readEarlierResult(
	{ db, view }: Context,
	video_id: VideoId,
): Promise<EarlierResult | null> {
	const { video, run } = await readReport(db.primary, video_id, view);
	if (video?.analysis_status !== "completed" || !run) return null;
	const { transcript_source, evidence_sources } = video;
	return { run_id: run.run_id, transcript_source, evidence_sources };
}

/** A run that begins now. */
export function createRun(
	{ providers, settings, now }: Context,
	request: StartRequest,
	earlier: EarlierResult | null,
): RunInput {
	const adds_to = request.more ? earlier : null;
	return {
		run_id: RunId.parse(newRunId()),
		video_id: request.video_id,
		url: request.url,
		started_by: request.started_by,
		started_at_ms: now().getTime(),
		panel: providers.panel,
		simulated: providers.mode === "demo",
		member_transcript: request.transcript,
		earlier_source: earlier?.transcript_source ?? null,
		// Statements of one result are checked alike.
		evidence: adds_to
			? adds_to.evidence_sources
			: openSources(settings, providers.mode).map(({ id }) => id),
		selected: null,
		adds_to: adds_to?.run_id ?? null,
	};
}

/** What the engine of a video's object needs from outside. */
export function createRunDeps(
	env: Bindings,
	own: { lastSeq: (run_id: RunId) => number },
) {
	const context = createContext(env);
	const { settings, providers, view, outbound } = context;
	/** The object outlives a request, so each use opens the database again. */
	const open = () => createContext(env).db.primary;
	const budget = openBudget(context);

	/** Not awaited: the cron's next sweep delivers what fails here. */
	const notify = (run_id: RunId) => {
		const missed = (what: string) => (error: unknown) =>
			log(`${what} not delivered`, { run_id, error: String(error) });
		const fresh = createContext(env);
		deliverNotifications(fresh, run_id).catch(missed("notifications"));
		deliverWebhooks(fresh).catch(missed("webhooks"));
	};

	const most_ratings =
		Math.min(settings.MAX_STATEMENTS, settings.RATING_CONCURRENCY) *
		providers.panel.length;
	const metadata = openMetadataSources(settings, outbound, now);
	const captions = createCaptionSource(outbound, settings.YOUTUBE_BASE_URL);
	const pipelineFor = (video_id: VideoId): StepDeps => ({
		metadata,
		captions: { player: metadata.player, captions, now },
		findSample(id) {
			const sample = providers.mode === "demo" ? findSample(id) : null;
			return (
				sample && {
					metadata: sample.metadata,
					transcript: sampleTranscript(id),
				}
			);
		},
		call: providerCallers(env.PROVIDER_CALLER, video_id, most_ratings),
		budget,
		extractors: providers.extractors.map(({ provider }) => provider),
		transcriber: providers.transcriber?.provider ?? null,
		planners: providers.planners.map(({ provider }) => provider),
		sources: createSourceCalls(env.PROVIDER_CALLER, video_id),
		max_pages: settings.EVIDENCE_PAGES,
		max_statements: settings.MAX_STATEMENTS,
		async published({ video_id: id, run_id, adds_to }) {
			const result = await readPublished(open(), id, view);
			// Its own, if the answer to its publication was lost.
			const known = result?.run_id === adds_to || result?.run_id === run_id;
			return known ? result : null;
		},
		async earlierStatements(id) {
			const [earlier, pages] = await Promise.all([
				statementsForMatching(open(), id, view),
				addedPagesOf(open(), id),
			]);
			return earlier.map((statement) => ({
				...statement,
				pages: pages.get(statement.id) ?? [],
			}));
		},
		publish: async (publication) => {
			await publish(open(), publication);
			const { run_id, video_id, outcome, started_at, ended_at } = publication;
			const { requests, cost_usd } = sumCalls(publication.calls);
			if (!publication.simulated)
				await budget.reconcile(run_id, { calls: requests, usd: cost_usd });
			const duration_ms = Date.parse(ended_at) - Date.parse(started_at);
			const code = outcome === "failed" ? publication.error.code : undefined;
			context.log.info("run ended", {
				run_id,
				video_id,
				outcome,
				code,
				duration_ms,
			});
			notify(run_id);
		},
		forgetRun: (id, run_id) => forgetRun(open(), id, run_id),
		lastSeq: own.lastSeq,
		newStatementId: () => StatementId.parse(newId()),
		now,
	});

	/** One object serves one video, and its six connections are shared by all of its tasks. */
	let pipeline: StepDeps | null = null;

	return {
		runStep(run, task) {
			pipeline ??= pipelineFor(run.input.video_id);
			// Started in the other mode: real and simulated answers are never mixed.
			const other_mode = run.input.simulated !== view.simulated;
			const provider_call = other_mode
				? async () => notConfigured()
				: pipeline.call;
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
		unrated: (provider: Provider, message: string) => ({
			rating: ratingFallback(provider, "", message),
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
		rating_concurrency: settings.RATING_CONCURRENCY,
		deadline_ms: RUN_DEADLINE_MS,
		log,
	} satisfies Omit<EngineDeps, "store" | "emit">;
}

function now(): number {
	return Date.now();
}
