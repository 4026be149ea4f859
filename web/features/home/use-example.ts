import useSWR from "swr";
import type { Report } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { useRecent } from "./use-recent.ts";

/** The newest report with something in it; null when there is none yet. */
export function useExample(): { report: Report | null; loading: boolean } {
	const recent = useRecent();
	const id = recent.data?.videos.find((video) => video.claims_count > 0)?.id;
	const { data, isLoading } = useSWR<Report>(
		id === undefined ? null : keys.report(id),
		{ revalidateOnFocus: false },
	);
	return { report: data ?? null, loading: recent.isLoading || isLoading };
}
