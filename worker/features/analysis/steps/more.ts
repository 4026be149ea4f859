import type { EvidencePage } from "#contract/evidence.ts";
import type { StatementId } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import type { Statement } from "#contract/statement.ts";
import type { PublishedStatement } from "#features/statements/queries.ts";
import { evidenceRecord } from "../evidence-result.ts";
import type { LiveRun } from "../live-run.ts";
import type { CompletedRun } from "../publication.ts";
import { type PublishedResult, WITHDRAWN } from "../published-result.ts";
import type { StepDeps } from "../step-deps.ts";
import type { TaskOutputs } from "../step-output.ts";
import { splitRated } from "./moment.ts";
import { takeUp } from "./select.ts";

/*
 * A run that rates more statements of a published result, or one of them again, does not read the
 * video again: metadata, transcript and statements come from the result. All other ratings stay
 * unchanged.
 */

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
	const { source, language, cues, transcript: text, turns } = published.transcript;
	return { transcript: { source, language, track: null, cues, text, turns } };
}

/** What was said around the statement that is checked again, of a result without a transcript. */
export async function speechAround(
	deps: StepDeps,
	run: LiveRun,
): Promise<TaskOutputs["transcript"]> {
	const published = await deps.published(run.input);
	const statement = published?.statements.find(({ id }) => id === run.input.rechecks);
	if (!published || !statement) return WITHDRAWN;
	const { context, quote, speaker, timestamp: start } = statement;
	const text = [context.before, quote, context.after].filter((it) => it !== "").join(" ");
	const { source, language } = published.transcript;
	return { transcript: { source, language, track: null, cues: [{ start, text, speaker }], text } };
}

/** Selects the next statements among those that were found but left out. */
export async function selectMore(deps: StepDeps, run: LiveRun): Promise<TaskOutputs["choose"]> {
	const published = await deps.published(run.input);
	if (!published) return WITHDRAWN;
	const next = published.left_out
		.filter(({ reason }) => reason === "over_limit")
		.slice(0, deps.max_statements);
	// A member may have asked for some of them: these are not rated again.
	const { fresh, repeated } = splitRated(run, published, next);
	const chosen = await takeUp(
		deps,
		run,
		fresh
			.toSorted((a, b) => a.timestamp - b.timestamp)
			.map(({ reason: _, ...statement }) => statement),
	);
	if ("error" in chosen) return chosen;
	const { extraction } = published.video;
	return {
		chosen,
		extraction: extraction && { ...extraction, chosen: extraction.chosen + next.length },
		left_out: published.left_out.filter((it) => !next.includes(it)),
		kept: [],
		rechosen: repeated,
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
	const { content, quote, timestamp, timestamp_source, on_request } = statement;
	const selected = { content, quote, quote_key, timestamp, timestamp_source, on_request };
	const chosen = await takeUp(deps, run, [selected], earlier);
	if ("error" in chosen) return chosen;
	const { extraction } = published.video;
	return { chosen, extraction, left_out: published.left_out, kept: [], rechosen: [] };
}

/**
 * Combines the published result with the newly rated statements, which may replace some of its
 * statements. A run of the whole video takes over only those that it keeps.
 */
export function joinWithPublished(
	published: PublishedResult,
	run: LiveRun,
	rated: readonly PublishedStatement[],
): { kept: Statement[] } & Pick<
	CompletedRun,
	"panel" | "searches" | "pages" | "evidence_sources"
> & { statements: (Statement | PublishedStatement)[] } {
	const ids = new Set<string>(
		rated.flatMap(({ id, replaces }) => [id, ...(replaces ? [replaces] : [])]),
	);
	const { video, searches, pages } = published;
	const takes_over = run.input.adds_to === null;
	const taken = new Set(run.selection.kept);
	const rechosen = new Set(run.selection.rechosen);
	const statements = published.statements
		.filter(({ id }) => !ids.has(id) && (!takes_over || taken.has(id)))
		.map((it) => ({ ...it, on_request: (takes_over || it.on_request) && !rechosen.has(it.id) }));
	const shown = new Set<string>(statements.map(({ id }) => id));
	const panel = [...video.panel, ...run.input.panel];
	const record = evidenceRecord(
		run,
		rated.map(({ id }) => id),
	);
	return {
		panel: PROVIDERS.filter((provider) => panel.includes(provider)),
		evidence_sources: takes_over ? run.input.evidence : video.evidence_sources,
		kept: statements,
		statements: [...statements, ...rated],
		searches: [...searches.filter((it) => shown.has(it.statement_id)), ...record.searches],
		pages: joinPages(takes_over ? pagesOf(pages, shown) : pages, record.pages),
	};
}

/** The pages that were read for these statements. */
function pagesOf(pages: readonly EvidencePage[], shown: ReadonlySet<string>): EvidencePage[] {
	return pages.flatMap((page) => {
		const statement_ids = page.statement_ids.filter((id) => shown.has(id));
		return statement_ids.length > 0 ? { ...page, statement_ids } : [];
	});
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
			statement_ids: [...new Set([...known.statement_ids, ...page.statement_ids])],
			by_member: known.by_member && page.by_member,
			aimed_at_raters: known.aimed_at_raters || page.aimed_at_raters,
		});
	}
	return [...pages.values()];
}
