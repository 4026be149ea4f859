import type { EvidencePage } from "#contract/evidence.ts";
import type { StatementId } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import type { decideVideo } from "#features/evidence/video-basis.ts";
import type { PublishedStatement } from "#features/statements/queries.ts";
import { runFailure } from "#http/run-failures.ts";
import { evidenceRecord } from "../evidence-result.ts";
import type { LiveRun } from "../live-run.ts";
import type { CompletedRun } from "../publication.ts";
import type { PublishedResult } from "../published-result.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";
import { takeUp } from "./select.ts";

/*
 * A run that rates more statements of a published result, or one of them again, does not read the
 * video again: metadata, transcript and statements come from the result. All other ratings stay
 * unchanged.
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
			title,
			channel_name,
			channel_id,
			thumbnail_url,
			duration,
			view_count,
			published_at,
			// Not kept with the result: it only checks the wording of statements when they are found.
			description: "",
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

/** Selects the next statements among those that were found but left out. */
export async function selectMore(deps: StepDeps, run: LiveRun): Promise<TaskOutputs["choose"]> {
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

/**
 * Selects one statement of the result again. Only itself can be its earlier statement, even if
 * another one has the same words at the same time.
 */
export async function selectAgain(
	deps: StepDeps,
	run: LiveRun,
	id: StatementId,
): Promise<TaskOutputs["choose"]> {
	const published = await deps.published(run.input);
	const statement = published?.statements.find((it) => it.id === id);
	const all = await deps.earlierStatements(run.input.video_id);
	const earlier = all.filter((it) => it.id === id);
	const [{ quote_key } = { quote_key: null }] = earlier;
	if (!published || !statement || quote_key === null) return WITHDRAWN;
	const { content, quote, timestamp, timestamp_source } = statement;
	const selected = { content, quote, quote_key, timestamp, timestamp_source };
	const chosen = await takeUp(deps, run, [selected], earlier);
	if ("error" in chosen) return chosen;
	const { extraction } = published.video;
	return { chosen, extraction, left_out: published.left_out };
}

/**
 * Combines the published result with the newly rated statements, which may replace some of its
 * statements.
 */
export function joinWithPublished(
	published: PublishedResult,
	run: LiveRun,
	rated: readonly PublishedStatement[],
): Pick<CompletedRun, "panel" | "searches" | "pages" | "evidence_sources"> & {
	statements: Parameters<typeof decideVideo>[0];
} {
	const ids = new Set<string>(
		rated.flatMap(({ id, replaces }) => [id, ...(replaces ? [replaces] : [])]),
	);
	const { video, statements, searches, pages } = published;
	const panel = [...video.panel, ...run.input.panel];
	const record = evidenceRecord(
		run,
		rated.map(({ id }) => id),
	);
	return {
		panel: PROVIDERS.filter((provider) => panel.includes(provider)),
		evidence_sources: video.evidence_sources,
		statements: [...statements.filter(({ id }) => !ids.has(id)), ...rated],
		searches: [...searches.filter((it) => !ids.has(it.statement_id)), ...record.searches],
		pages: joinPages(pages, record.pages),
	};
}

/**
 * The pages of a result and of a run that adds to it, by address. A page of both keeps what other
 * statements rest on: that it was opened, that a source found it, and that it addresses the raters.
 */
function joinPages(
	earlier: readonly EvidencePage[],
	later: readonly EvidencePage[],
): EvidencePage[] {
	const pages = new Map(earlier.map((page) => [page.url, page]));
	for (const page of later) {
		const known = pages.get(page.url);
		if (!known) {
			pages.set(page.url, page);
			continue;
		}
		const lost = known.status === "opened" && page.status === "not_opened";
		pages.set(page.url, {
			...(lost ? known : page),
			by_member: known.by_member && page.by_member,
			aimed_at_raters: known.aimed_at_raters || page.aimed_at_raters,
		});
	}
	return [...pages.values()];
}
