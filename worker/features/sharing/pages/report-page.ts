import { type ReportAddress, reportPath, statementPath } from "#contract/addresses.ts";
import { StatementId, VideoId } from "#contract/ids.ts";
import { UNKNOWN_VIDEO } from "#contract/site.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report, Video } from "#contract/video.ts";
import { readCurrentReport } from "#features/reports/live-report.ts";
import { toProblem } from "#http/answer-problem.ts";
import { problem } from "#http/problems.ts";
import { cutAtWord } from "#text/clean.ts";
import type { Context } from "#worker/context.ts";
import { claimReviews, isPublishable } from "./claim-review.ts";
import type { Page } from "./compose-page.ts";
import type { PageHead } from "./head-tags.ts";
import {
	reportDescription,
	reportTitle,
	statementDescription,
	verdictWords,
} from "./report-words.ts";
import { buildHead, type ServedPage, siteData } from "./site-page.ts";

/** The page of a report or of one of its statements, from one round trip to the database. */
export async function reportPage(
	context: Context,
	address: ReportAddress,
	origin: string,
): Promise<ServedPage> {
	const video_id = VideoId.safeParse(address.video_id);
	if (!video_id.success) return missingPage(context, address);
	const statement_id = StatementId.safeParse(address.statement_id);
	const { report, running } = await readCurrentReport(
		context,
		video_id.data,
		statement_id.success ? statement_id.data : null,
	);
	if (!report) return missingPage(context, address);

	const { video, statements } = report;
	const statement = statements.find(({ id }) => id === address.statement_id) ?? null;
	// The address of a retired statement shows the report without a statement.
	const gone = address.statement_id !== null && statement === null;
	// During a run the page changes all the time.
	const stands = !gone && video.analysis_status === "completed" && !running;
	return {
		status: gone ? 404 : 200,
		version: video.version,
		kept_by: stands ? "edge" : "nobody",
		page: keptPage(context, report, [origin, address.statement_id], () => {
			const head = reportHead(report, statement, origin);
			const reviewed = statement ? [statement] : statements;
			const reviews = gone ? [] : claimReviews({ video, statements: reviewed }, origin);
			return {
				head: gone ? { ...head, indexable: false } : head,
				data: withReport(siteData(context), report),
				search: "",
				json_ld: reviews.length === 0 ? null : reviews,
			};
		}),
	};
}

type KeptPage = { settings: Context["settings"]; shows: string; page: Page };

const pages = new WeakMap<Report, KeptPage>();

/** A report stays the same object until it changes, so its last page is kept with it. */
function keptPage(
	{ settings }: Context,
	report: Report,
	address: (string | null)[],
	make: () => Page,
): Page {
	const shows = JSON.stringify(address);
	const kept = pages.get(report);
	if (kept?.shows === shows && kept.settings === settings) return kept.page;
	const page = make();
	pages.set(report, { settings, shows, page });
	return page;
}

function missingPage(context: Context, address: ReportAddress): ServedPage {
	const data = siteData(context);
	const path = apiPath(address.video_id);
	return {
		status: 404,
		version: 0,
		kept_by: "nobody",
		page: {
			head: buildHead(UNKNOWN_VIDEO, context),
			search: "",
			data: {
				...data,
				problems: { [path]: toProblem(problem("video_not_found"), "page") },
			},
			json_ld: null,
		},
	};
}

function withReport(
	data: ReturnType<typeof siteData>,
	report: Report,
): ReturnType<typeof siteData> {
	const path = apiPath(report.video.id);
	return { ...data, answers: { ...data.answers, [path]: report } };
}

function apiPath(video_id: string): string {
	return `/api/videos/${encodeURIComponent(video_id)}`;
}

/** About what previews and search engines show of a description. */
const MAX_DESCRIPTION_CHARS = 300;

/** The head of a report's page, or of the page of one of its statements. */
export function reportHead(
	{ video, statements }: Report,
	statement: Statement | null,
	origin: string,
): PageHead {
	const path = statement ? statementPath(video.id, statement.id) : reportPath(video.id);
	const description = statement
		? statementDescription(video, statement)
		: reportDescription(video, statements);
	const completed = video.analysis_status === "completed";
	return {
		title: statement ? statement.content : reportTitle(video),
		headline:
			completed && !statement
				? `${reportTitle(video)}: ${verdictWords(video, statements.length)}`
				: null,
		description: cutAtWord(description, MAX_DESCRIPTION_CHARS),
		canonical: origin + path,
		indexable: isPublishable(video),
		kind: "article",
		image: completed
			? {
					url: `${origin}/og/${video.id}.png?v=${video.version}`,
					alt: `${verdictWords(video, statements.length)}: ${reportTitle(video)}`,
				}
			: null,
		...(completed && {
			published_at: video.created_at,
			modified_at: video.updated_at,
		}),
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
