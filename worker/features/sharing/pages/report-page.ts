import { type ReportAddress, reportPath, statementPath } from "#contract/addresses.ts";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { captionsReaderWords } from "#contract/browser-captions.ts";
import { type FindingWords, findingWords } from "#contract/finding.ts";
import { inQuotes, isolated } from "#contract/format.ts";
import { StatementId, VideoId } from "#contract/ids.ts";
import { isAiWritten } from "#contract/made-by.ts";
import {
	coverageWords,
	hollowWords,
	isCounted,
	momentsWords,
	NO_MODEL_TITLE,
	ON_REQUEST_WORDS,
	scoreStanding,
} from "#contract/score-standing.ts";
import { UNKNOWN_VIDEO } from "#contract/site.ts";
import type { Statement } from "#contract/statement.ts";
import { NOTHING_SAID, NOTHING_TO_CHECK } from "#contract/texts.ts";
import { statementMark, statementTitle } from "#contract/verdict-words.ts";
import type { Report, Video } from "#contract/video.ts";
import { readCurrentReport } from "#features/reports/live-report.ts";
import { findReportTakedown } from "#features/takedowns/queries.ts";
import { takenDown } from "#features/takedowns/refusal.ts";
import { toProblem } from "#http/answer-problem.ts";
import { ProblemError, problem } from "#http/problems.ts";
import { cutAtWord } from "#text/clean.ts";
import type { Context } from "#worker/context.ts";
import { picturePath } from "../appearance.ts";
import { claimReviews, isPublishable } from "./claim-review.ts";
import type { Page, PageHead } from "./compose-page.ts";
import { buildHead, refusedPage, type ServedPage, siteData, writtenPage } from "./site-page.ts";

/** The page of a report or of one of its statements, from one round trip to the database. */
export async function reportPage(
	context: Context,
	address: ReportAddress,
	origin: string,
): Promise<ServedPage> {
	const video_id = VideoId.safeParse(address.video_id);
	if (!video_id.success) return unknownPage(context, address.video_id, origin);
	const statement_id = StatementId.safeParse(address.statement_id);
	const current = await readCurrentReport(
		context,
		video_id.data,
		statement_id.success ? statement_id.data : null,
	).catch(takenDownOnly);
	if (current instanceof ProblemError)
		return refusedPage(context, current, apiPath(video_id.data), origin);
	if (!current) return unknownPage(context, video_id.data, origin);

	const { outline, run, revision, read } = current;
	const { version, analysis_status } = outline.video;
	// The address of a retired statement shows the report without a statement.
	const gone =
		address.statement_id !== null &&
		!outline.statements.some(({ id }) => id === address.statement_id);
	const takedown = gone
		? await findReportTakedown(context.db, video_id.data, address.statement_id)
		: null;
	if (takedown) return refusedPage(context, takenDown(takedown), apiPath(video_id.data), origin);
	// During a run the page changes all the time.
	const stands = !gone && analysis_status === "completed" && run === "none";
	const data = siteData(context);
	return {
		status: gone ? 404 : 200,
		version,
		kept_by: stands ? "edge" : "nobody",
		made_from: JSON.stringify([revision ?? read(), origin, data]),
		page: () => showReport(read(), address.statement_id, origin, data),
	};
}

function showReport(
	report: Report,
	statement_id: string | null,
	origin: string,
	data: Page["data"],
): Page {
	const { video, statements } = report;
	const statement = statements.find(({ id }) => id === statement_id) ?? null;
	const gone = statement_id !== null && statement === null;
	const head = reportHead(report, statement, origin);
	const reviewed = statement ? [statement] : statements;
	const reviews = gone ? [] : claimReviews({ video, statements: reviewed }, origin);
	return {
		head: gone ? { ...head, indexable: false } : head,
		data: { ...data, answers: { ...data.answers, [apiPath(video.id)]: report } },
		search: "",
		json_ld: reviews.length === 0 ? null : reviews,
	};
}

/** The reason why a report is not shown; throws any other error. */
function takenDownOnly(error: unknown): ProblemError {
	if (error instanceof ProblemError && error.taken_down !== null) return error;
	throw error;
}

function unknownPage(context: Context, video_id: string, origin: string): ServedPage {
	const data = siteData(context);
	const problems = { [apiPath(video_id)]: toProblem(problem("video_not_found"), "page", origin) };
	return writtenPage({
		status: 404,
		kept_by: "nobody",
		page: {
			head: buildHead(UNKNOWN_VIDEO, context),
			search: "",
			data: { ...data, problems },
			json_ld: null,
		},
	});
}

function apiPath(video_id: string): string {
	return `/api/videos/${encodeURIComponent(video_id)}`;
}

/** About what previews and search engines show of a description. */
const MAX_DESCRIPTION_CHARS = 300;

/** The head of a report's page, or of the page of one of its statements. */
export function reportHead(report: Report, statement: Statement | null, origin: string): PageHead {
	const { video } = report;
	const path = statement ? statementPath(video.id, statement.id) : reportPath(video.id);
	const description = statement
		? statementDescription(video, statement)
		: reportDescription(report);
	const completed = video.analysis_status === "completed";
	return {
		title: statement ? statementTitle(statement, video) : reportTitle(video),
		headline: completed && !statement ? `${reportTitle(video)}: ${verdictWords(report)}` : null,
		description: cutAtWord(description, MAX_DESCRIPTION_CHARS),
		canonical: origin + path,
		indexable: isPublishable(video),
		ai_written: report.statements.length > 0 && isAiWritten(video),
		kind: "article",
		image: completed
			? {
					url: `${origin}${picturePath(video.id, statement?.id ?? null)}?v=${video.version}`,
					alt: statement
						? `${markWords(video, statement)}: ${statement.content}`
						: `${wordsOf(report).sentence} ${reportTitle(video)}`,
				}
			: null,
		...(completed && { published_at: video.created_at, modified_at: video.updated_at }),
		alternates: completed ? alternates(video, origin, path) : [],
	};
}

function alternates(video: Video, origin: string, path: string) {
	const page = encodeURIComponent(origin + path);
	const feeds = [{ path: "/feed.xml", title: "New analyses" }];
	if (video.channel_id !== null)
		feeds.push({
			path: `/channel/${encodeURIComponent(video.channel_id)}/feed.xml`,
			title: `New analyses of ${video.channel_name}`,
		});
	return [
		{
			type: "application/json+oembed",
			href: `${origin}/oembed?url=${page}&format=json`,
			title: reportTitle(video),
		},
		...feeds.map(({ path, title }) => ({
			type: "application/atom+xml",
			href: origin + path,
			title,
		})),
	];
}

/** A report's title, as in the app's tab. */
function reportTitle(video: Video): string {
	return video.title || "Results";
}

/** The verdict in words: "BS score 42 of 100, Mixed accuracy". */
function verdictWords({ video, statements, moments }: Report): string {
	if (video.scope === "moments") return momentsWords(moments.length);
	if (!statements.some(isCounted)) return NOTHING_TO_CHECK.title;
	if (video.panel.length === 0) return NO_MODEL_TITLE;
	if (video.bs_score === null) return hollowWords(video);
	const words = BAND_WORDS[bandFor(video.bs_score)].video;
	const score = `BS score ${video.bs_score} of 100, ${words}`;
	const checked =
		scoreStanding(video) === "checked" ? `${score}, ${coverageWords(video.coverage)}` : score;
	return video.simulated ? `${checked} (simulated)` : checked;
}

function wordsOf({ video, moments }: Report): FindingWords {
	return findingWords({ ...video, moments: moments.length });
}

/** The description for previews and search engines. */
function reportDescription(report: Report): string {
	const { video } = report;
	const statements = report.statements.filter(isCounted);
	if (video.analysis_status === "analyzing")
		return `${video.simulated ? "Simulated raters are rating" : "AI models are checking"} this video's factual statements right now.`;
	if (video.analysis_status === "failed") return "This video could not be checked yet.";
	if (statements.length === 0)
		return video.scope === "moments"
			? `${verdictWords(report)}. ${NOTHING_SAID}`
			: "Nothing to check: no factual statements were found in this video.";
	const { sentence } = wordsOf(report);
	const score =
		video.bs_score === null
			? ""
			: ` BS score ${video.bs_score} of 100: 0 is factual, 100 is false.`;
	const made_up =
		video.simulated && video.bs_score !== null
			? " The scores were made up for a demonstration."
			: "";
	const origin = video.captions_read_by ? ` ${captionsReaderWords(video.captions_read_by)}.` : "";
	return `${sentence}${score}${origin}${made_up}`;
}

/** The description of one statement's page. */
function statementDescription(video: Video, statement: Statement): string {
	const standing = isCounted(statement) ? "" : ` ${ON_REQUEST_WORDS}.`;
	return `${markWords(video, statement)}.${standing} Said in ${isolated(inQuotes(reportTitle(video)))}. ${statement.explanation}`;
}

/** The verdict of a statement in words: "Refuted, BS score 90 of 100". */
function markWords(video: Video, statement: Statement): string {
	const { band, words } = statementMark(statement);
	const score = band === null ? words : `${words}, BS score ${statement.ai_score} of 100`;
	return video.simulated ? `${score} (simulated)` : score;
}
