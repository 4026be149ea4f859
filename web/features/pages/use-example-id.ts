import useSWR from "swr";
import type { VideoSummary } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { useSamples } from "#web/api/use-samples.ts";

/** A video that the calls on the page can be tried with; null while there is none. */
export function useExampleId(): string | null {
	const { data } = useSWR<{ videos: VideoSummary[] }>(keys.recent, {
		revalidateOnFocus: false,
	});
	const samples = useSamples();
	return data?.videos[0]?.id ?? samples[0]?.id ?? null;
}
