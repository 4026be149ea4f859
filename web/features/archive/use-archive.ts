import useSWRInfinite from "swr/infinite";
import type { VideoPage, VideoSummary } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";

/** Every analysed video, newest first, page by page. */
export function useArchive() {
	const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<
		VideoPage,
		ApiProblem
	>(
		(index: number, previous: VideoPage | null) => {
			if (index === 0) return keys.archive(null);
			const cursor = previous?.next_cursor ?? null;
			return cursor === null ? null : keys.archive(cursor);
		},
		{ revalidateFirstPage: false, revalidateOnFocus: false },
	);
	const videos: VideoSummary[] = [];
	const seen = new Set<string>();
	for (const video of data?.flatMap((page) => page.videos) ?? []) {
		// A video that is analysed again moves up between two pages.
		if (!seen.has(video.id)) videos.push(video);
		seen.add(video.id);
	}
	return {
		videos: data === undefined ? undefined : videos,
		problem: error,
		more: data?.at(-1)?.next_cursor != null,
		loading: isValidating && (data?.length ?? 0) < size,
		loadMore: () => void setSize(size + 1),
		retry: () => void mutate(),
	};
}
