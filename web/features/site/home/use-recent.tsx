import useSWR from "swr";
import type { Report, VideoSummary } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { Skeleton } from "#web/ui/view-states.tsx";

/** The six most recently analysed videos. */
export function useRecent() {
	return useSWR<{ videos: VideoSummary[] }, ApiProblem>(keys.recent);
}

/** The newest report with at least one statement; null while there is none. */
export function useExample(): { report: Report | null; loading: boolean } {
	const recent = useRecent();
	const id = recent.data?.videos.find((video) => video.claims_count > 0)?.id;
	const { data, isLoading } = useSWR<Report>(
		id === undefined ? null : keys.report(id),
		{ revalidateOnFocus: false },
	);
	return { report: data ?? null, loading: recent.isLoading || isLoading };
}

/** A placeholder while the example's code or report loads. */
export function ExampleSkeleton() {
	return <Skeleton className="h-105" />;
}
