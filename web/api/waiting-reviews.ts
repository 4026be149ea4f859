import useSWR, { useSWRConfig } from "swr";
import type { WaitingReviews } from "#contract/disputes.ts";

const PATH = "/api/admin/waiting";

/** How much waits for the team's decision, by view of the admin page; undefined while loading. */
export function useWaitingReviews() {
	return useSWR<Partial<WaitingReviews> & Record<string, number>>(PATH).data;
}

/** Counts again, after a decision. */
export function useRecount(): () => Promise<unknown> {
	const { mutate } = useSWRConfig();
	return () => mutate(PATH);
}
