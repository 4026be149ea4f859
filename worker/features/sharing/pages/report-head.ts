import { reportPath, statementPath } from "#contract/addresses.ts";
import type { Statement } from "#contract/statement.ts";
import type { Report, Video } from "#contract/video.ts";
import { cutAtWord } from "#text/clean.ts";
import { isPublishable } from "./claim-review.ts";
import type { PageHead } from "./head-tags.ts";
import {
	reportDescription,
	reportTitle,
	statementDescription,
	verdictWords,
} from "./report-words.ts";

/** About what previews and search engines show of a description. */
const MAX_DESCRIPTION_CHARS = 300;

/** The head of a report's page, or of the page of one of its statements. */
export function reportHead(
	{ video, statements }: Report,
	statement: Statement | null,
	origin: string,
): PageHead {
	const path = statement
		? statementPath(video.id, statement.id)
		: reportPath(video.id);
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
