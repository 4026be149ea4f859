import { PROVIDERS } from "#contract/providers.ts";
import type { decideVideo } from "#features/evidence/video-basis.ts";
import { runFailure } from "#http/run-failures.ts";
import { evidenceRecord } from "../evidence-result.ts";
import type { LiveRun } from "../live-run.ts";
import type { CompletedRun, PublishedStatement } from "../publication.ts";
import type { PublishedResult } from "../published-result.ts";
import type { StepDeps } from "../run-step.ts";
import type { TaskOutputs } from "../step-output.ts";
import { takeUp } from "./select.ts";

/*
 * A run that rates more statements of a published result reads nothing anew: metadata,
 * transcript and what was found come from the result. What was rated stays as it is.
 */

const WITHDRAWN = { error: runFailure("result_withdrawn") };

export async function publishedMetadata(
	deps: StepDeps,
	run: LiveRun,
): Promise<TaskOutputs["metadata"]> {
	const published = await deps.published(run.input);
	if (!published) return WITHDRAWN;
	const { title, channel_name, channel_id, thumbnail_url } = published.video;
	const { duration, view_count, published_at } = published.video;
	return {
		metadata: {
			...{ title, channel_name, channel_id, thumbnail_url },
			...{ duration, view_count, published_at },
		},
		player: null,
	};
}

export async function publishedTranscript(
	deps: StepDeps,
	run: LiveRun,
): Promise<TaskOutputs["transcript"]> {
	const published = await deps.published(run.input);
	if (!published) return WITHDRAWN;
	const { source, language, cues, transcript: text } = published.transcript;
	return { transcript: { source, language, track: null, cues, text } };
}

/** The next statements of those that were found and had no place. */
export async function selectMore(
	deps: StepDeps,
	run: LiveRun,
): Promise<TaskOutputs["choose"]> {
	const published = await deps.published(run.input);
	if (!published) return WITHDRAWN;
	const next = published.left_out
		.filter(({ reason }) => reason === "over_limit")
		.slice(0, deps.max_statements);
	const chosen = await takeUp(
		deps,
		run,
		next
			.toSorted((a, b) => a.timestamp - b.timestamp)
			.map(({ reason: _, ...statement }) => statement),
	);
	if ("error" in chosen) return chosen;
	const { extraction } = published.video;
	return {
		chosen,
		extraction: extraction && {
			...extraction,
			chosen: published.statements.length + chosen.length,
		},
		left_out: published.left_out.filter((it) => !next.includes(it)),
	};
}

/** The result as it is with the statements that were rated now. */
export function joinWithPublished(
	published: PublishedResult,
	run: LiveRun,
	rated: readonly PublishedStatement[],
): Pick<CompletedRun, "panel" | "searches" | "pages" | "evidence_sources"> & {
	statements: Parameters<typeof decideVideo>[0];
} {
	const ids = new Set<string>(rated.map(({ id }) => id));
	const { video, statements, searches, pages } = published;
	const panel = [...video.panel, ...run.input.panel];
	const record = evidenceRecord(
		run,
		rated.map(({ id }) => id),
	);
	const opened = new Map(
		[...pages, ...record.pages].map((page) => [page.url, page]),
	);
	return {
		panel: PROVIDERS.filter((provider) => panel.includes(provider)),
		evidence_sources: video.evidence_sources,
		statements: [...statements.filter(({ id }) => !ids.has(id)), ...rated],
		searches: [
			...searches.filter((it) => !ids.has(it.statement_id)),
			...record.searches,
		],
		pages: [...opened.values()],
	};
}
