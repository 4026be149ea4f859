import useSWRInfinite from "swr/infinite";
import type { CreatorResponse } from "#contract/responses.ts";
import type { Report, VideoPage } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { fetchJson } from "#web/api/request.ts";

/** Each video costs one more request, for its responses. */
const PAGE_SIZE = 10;

type ReportPage = { reports: Report[]; next_cursor: string | null };

/** The channel's analysed videos, newest first, page by page, each with its responses. */
export function useChannelVideos(channel_id: string) {
	const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<
		ReportPage,
		ApiProblem
	>(
		(index: number, previous: ReportPage | null) => {
			const cursor = previous?.next_cursor ?? null;
			return index > 0 && cursor === null
				? null
				: [
						"channel-reports",
						keys.channelVideos(channel_id, PAGE_SIZE, cursor),
					];
		},
		([, path]: [string, string]) => readPage(path),
	);
	return {
		reports: data?.flatMap((page) => page.reports),
		problem: error,
		more: data?.at(-1)?.next_cursor != null,
		loading: isValidating && (data?.length ?? 0) < size,
		loadMore: () => void setSize(size + 1),
		retry: () => void mutate(),
	};
}

async function readPage(path: string): Promise<ReportPage> {
	const { videos, next_cursor } = await fetchJson<VideoPage>(path);
	const reports = await Promise.all(
		videos.map(({ id }) => fetchJson<Report>(keys.report(id))),
	);
	return { reports, next_cursor };
}

/** The responses that are not withdrawn. */
export function standing(report: Report): CreatorResponse[] {
	return report.responses.filter(({ withdrawn_at }) => withdrawn_at === null);
}

/** The response to the analysis as a whole, if there is one. */
export function answerTo(report: Report): CreatorResponse | undefined {
	return standing(report).find(({ statement_id }) => statement_id === null);
}
