import type { VideoId } from "#contract/ids.ts";
import type { PageStanding, SourceId } from "#contract/verdicts.ts";
import { readTranscript } from "#features/captions/queries.ts";
import { addToDay } from "#features/spending/add-to-day.ts";
import { openBudget } from "#features/spending/budget.ts";
import { spentInDay } from "#features/spending/sum-calls.ts";
import { hasPromptInjection } from "#features/statements/prompt-injection.ts";
import { newRunId } from "#identity/tokens.ts";
import { cutAtWord } from "#text/clean.ts";
import type { Context } from "#worker/context.ts";
import type { ReadAnswer } from "./find-pages.ts";
import { isNewerThanVideo, transcriptCopies } from "./independence.ts";
import { isNamedBy } from "./page-site.ts";
import { isRelated } from "./related-quote.ts";
import { isAnsweredFor } from "./site-kind.ts";
import type { SourceCalls } from "./source-calls.ts";

type Read = Extract<ReadAnswer, { ok: true }>;

export type StandingRequest = {
	video_id: VideoId;
	/** The page as it was read for this statement. */
	read: Read;
	/** The address as it was given. */
	url: string;
	statement: { content: string; quote: string; said_on: string | null };
	channel_name: string | null;
	/** The sources to ask for the page's title. */
	sources: readonly SourceId[];
};

/**
 * What a page that a member brings can do to the statement's verdict. Asks the sources for the
 * page's title unless its address or its text decides.
 */
export async function findStanding(
	context: Context,
	calls: SourceCalls,
	request: StandingRequest,
): Promise<PageStanding> {
	const { read } = request;
	const { kind, final_url } = read.facts;
	if (read.passages.some(({ text }) => hasPromptInjection(text))) return "aimed_at_raters";
	if (await onlyRepeats(context, request)) return "repeats";
	if (isAnsweredFor(final_url)) return "known_site";
	// No verdict may rest on a page of a social network, even if a source names it.
	if (kind === "social") return "members";
	return (await isNamed(context, calls, request)) ? "named" : "members";
}

/** Whether all that the page says of the statement is the statement itself, or the video's words. */
async function onlyRepeats(
	{ db, view }: Context,
	{ video_id, read, statement }: StandingRequest,
): Promise<boolean> {
	const { content, quote, said_on } = statement;
	const { facts, passages } = read;
	const spoken = await readTranscript(db.primary, video_id, view);
	const language = spoken?.language ?? null;
	const about = passages.filter(({ text }) =>
		isRelated({ content, language }, text, facts.language),
	);
	const copied = isNewerThanVideo(facts, said_on) ? [spoken?.transcript ?? ""] : [];
	const repeats = [content, quote, ...copied].map(transcriptCopies);
	return about.length > 0 && about.every(({ text }) => repeats.some((test) => test(text)));
}

/** Longer titles are no better queries. */
const MAX_QUERY_CHARS = 150;
/** More than a source names. */
const MAX_NAMED = 50;

async function isNamed(
	context: Context,
	calls: SourceCalls,
	{ read, url, channel_name, sources }: StandingRequest,
): Promise<boolean> {
	const { title, final_url, language } = read.facts;
	const query = cutAtWord(title, MAX_QUERY_CHARS);
	if (query === "") return false;
	const run_id = newRunId();
	const answer = await calls.search({
		query: {
			neutral: query,
			opposing: null,
			// Every source covers it.
			kind: "science",
			time_sensitive: false,
			language,
			said_on: null,
		},
		sources,
		max_pages: MAX_NAMED,
		channel_name,
		run_id,
		claim: query,
		round: "title",
		task: "search",
	});
	if (answer.calls.length > 0) {
		const ended_at = context.now().toISOString();
		await openBudget(context).reconcile(run_id, spentInDay(answer.calls));
		await addToDay(context.db.primary, { calls: answer.calls, ended_at });
	}
	return answer.hits.some((hit) => [final_url, url].some((it) => isNamedBy(hit.url, it)));
}
