import useSWR from "swr";
import { exampleKey } from "#contract/addresses.ts";
import type { MarkedStatement } from "#contract/served-page.ts";
import type { Report, VideoSummary } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { fetchJson } from "#web/api/request.ts";
import { Skeleton } from "#web/ui/view-states.tsx";

/** The six most recently analysed videos. */
export function useRecent() {
	return useSWR<{ videos: VideoSummary[] }, ApiProblem>(keys.recent);
}

const NONE: VideoSummary[] = [];
/** The first minute of a new site checks them. */
const SAMPLES_AGAIN_MS = 5_000;

/** The finished analyses of demo mode's samples, of which there are `count`. */
export function useSampleResults(count: number): readonly VideoSummary[] {
	const { data } = useSWR<{ videos: VideoSummary[] }>(count > 0 ? keys.sampleResults : null, {
		refreshInterval: (latest) => ((latest?.videos.length ?? 0) < count ? SAMPLES_AGAIN_MS : 0),
	});
	return data?.videos ?? NONE;
}

export type Example = {
	/** The newest result with at least one statement; null while there is none. */
	video: VideoSummary | null;
	/** null while they load or if there is no video; empty if they cannot be had. */
	statements: readonly MarkedStatement[] | null;
	loading: boolean;
	is_sample: boolean;
};

/** The newest result, which home shows as an example; before there is one, a sample's. */
export function useExample(samples: readonly VideoSummary[]): Example {
	const { data, error } = useRecent();
	const newest = data?.videos.find(({ claims_count }) => claims_count > 0);
	const video = newest ?? samples[0];
	const marked = useSWR<readonly MarkedStatement[]>(
		video ? exampleKey(video.id) : null,
		// The server sends them with the page. They are requested after a navigation within the app.
		async () => (await fetchJson<Report>(keys.report(video?.id ?? ""))).statements,
		{ revalidateOnFocus: false },
	);
	return {
		video: video ?? null,
		statements: marked.data ?? (marked.error === undefined ? null : []),
		loading: data === undefined && error === undefined,
		is_sample: newest === undefined && video !== undefined,
	};
}

/** A placeholder while the example's code or report loads. */
export function ExampleSkeleton() {
	return <Skeleton className="h-105" />;
}
