import useSWR from "swr";
import type { Creator } from "#contract/claims.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import type { Report, SearchResult } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { fetchJson } from "#web/api/request.ts";

/**
 * The channel's latest analysed videos, each with what was answered. They are
 * found by the channel's name, so that there may be more than are listed.
 */
export function useChannelVideos({ channel_id, channel_name }: Creator) {
	const { data, error, mutate } = useSWR<Report[], ApiProblem>(
		["channel-videos", channel_id, channel_name],
		() => readChannelVideos(channel_id, channel_name),
	);
	return { reports: data, problem: error, retry: () => void mutate() };
}

async function readChannelVideos(
	channel_id: string,
	channel_name: string,
): Promise<Report[]> {
	const { results } = await fetchJson<{ results: SearchResult[] }>(
		keys.search(channel_name),
	);
	const reports = await Promise.all(
		results.map(({ id }) => fetchJson<Report>(keys.report(id))),
	);
	return reports.filter(({ video }) => video.channel_id === channel_id);
}

/** The responses that can be read. */
export function standing(report: Report): CreatorResponse[] {
	return report.responses.filter(({ withdrawn_at }) => withdrawn_at === null);
}

/** What was answered to the analysis as a whole, if anything. */
export function answerTo(report: Report): CreatorResponse | undefined {
	return standing(report).find(({ statement_id }) => statement_id === null);
}
