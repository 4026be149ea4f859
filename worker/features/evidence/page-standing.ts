import type { VideoId } from "#contract/ids.ts";
import { isNotCounted, type PageStanding, type SourceId } from "#contract/verdicts.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { addToDay } from "#features/spending/add-to-day.ts";
import { openBudget } from "#features/spending/budget.ts";
import { spentInDay } from "#features/spending/sum-calls.ts";
import { hasPromptInjection } from "#features/statements/prompt-injection.ts";
import { newRunId } from "#identity/tokens.ts";
import type { Context } from "#worker/context.ts";
import type { ReadAnswer } from "./find-pages.ts";
import { isNewerThanVideo, transcriptCopies } from "./independence.ts";
import { articleAt, isAnsweredFor } from "./known-site.ts";
import { isNamedBy } from "./page-site.ts";
import { isRelated } from "./related-quote.ts";
import { planWithoutModel } from "./search-plan.ts";
import type { SourceCalls } from "./source-calls.ts";

type Read = Extract<ReadAnswer, { ok: true }>;

export type StandingRequest = {
	video_id: VideoId;
	/** The page as it was read for this statement. */
	read: Read;
	/** Reads the page as a verdict would rest on it, which for an article is an older revision. */
	readSettled: (url: string) => Promise<ReadAnswer>;
	/** The address as it was given. */
	url: string;
	statement: { content: string; quote: string; said_on: string | null };
	channel_name: string | null;
	/** The sources to ask for the statement. */
	sources: readonly SourceId[];
};

/**
 * What a page that a member brings can do to the statement's verdict. Asks the sources for the
 * statement unless the page's address or its text decides.
 */
export async function findStanding(
	context: Context,
	calls: SourceCalls,
	request: StandingRequest,
): Promise<PageStanding> {
	const { kind, final_url } = request.read.facts;
	const settled =
		articleAt(final_url) === null ? request.read : await request.readSettled(final_url);
	// An article without such a revision has not shown that it stays.
	if (!settled.ok) return "members";
	const read = settled;
	if (isNotCounted(read.facts.notice)) return "not_counted";
	if (read.passages.some(({ text }) => hasPromptInjection(text))) return "aimed_at_raters";
	const spoken = await readTranscript(context.db.primary, request.video_id, context.view);
	if (onlyRepeats(spoken, { ...request, read })) return "repeats";
	if (isAnsweredFor(final_url)) return "known_site";
	// No verdict may rest on a page of a social network, even if a source names it.
	if (kind === "social") return "members";
	const language = spoken?.language ?? null;
	return (await isNamed(context, calls, { ...request, language })) ? "named" : "members";
}

/** Whether all that the page says of the statement is the statement itself, or the video's words. */
function onlyRepeats(
	spoken: { transcript: string | null; language: string | null } | null,
	{ read, statement }: StandingRequest,
): boolean {
	const { content, quote, said_on } = statement;
	const { facts, passages } = read;
	const language = spoken?.language ?? null;
	const about = passages.filter(({ text }) =>
		isRelated({ content, language }, text, facts.language),
	);
	const copied = isNewerThanVideo(facts, said_on) ? [spoken?.transcript ?? ""] : [];
	const repeats = [content, quote, ...copied].map(transcriptCopies);
	return about.length > 0 && about.every(({ text }) => repeats.some((test) => test(text)));
}

/** More than a source names. */
const MAX_NAMED = 50;

/**
 * Whether a source names the page when asked for the statement in the statement's own words. Whoever
 * wrote the page chose its title, which nobody else may have.
 */
async function isNamed(
	context: Context,
	calls: SourceCalls,
	{
		video_id,
		read,
		url,
		statement,
		channel_name,
		sources,
		language,
	}: StandingRequest & { language: string | null },
): Promise<boolean> {
	const { content, said_on } = statement;
	const { final_url } = read.facts;
	const run_id = newRunId();
	const answer = await calls.search({
		// Every source covers it.
		query: { ...planWithoutModel(content), kind: "science", language, said_on },
		sources,
		max_pages: MAX_NAMED,
		channel_name,
		run_id,
		video_id,
		claim: content,
		round: 1,
		afresh: false,
		task: "search",
	});
	if (answer.calls.length > 0) {
		const ended_at = context.now().toISOString();
		await openBudget(context).reconcile(run_id, spentInDay(answer.calls));
		await addToDay(context.db.primary, { calls: answer.calls, ended_at });
	}
	return answer.hits.some((hit) => [final_url, url].some((it) => isNamedBy(hit.url, it)));
}
