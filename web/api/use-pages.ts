import useSWRInfinite from "swr/infinite";
import type { ApiProblem } from "./api-problem.ts";
import { fetchJson } from "./request.ts";

/**
 * A personal list that is loaded page by page. The key contains the member's id, so that the next
 * member on the same screen does not see it.
 */
export function usePages<Page extends { next_cursor: string | null }>(
	keyOf: (cursor: string | null) => string,
	member_id: string,
) {
	const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Page, ApiProblem>(
		(index: number, previous: Page | null) => {
			const cursor = previous?.next_cursor ?? null;
			return index > 0 && cursor === null ? null : [keyOf(cursor), member_id];
		},
		([path]: [string, string]) => fetchJson<Page>(path),
		{ keepPreviousData: true },
	);
	return {
		pages: data,
		problem: error,
		more: data?.at(-1)?.next_cursor != null,
		loading: isValidating && (data?.length ?? 0) < size,
		loadMore: () => void setSize(size + 1),
		reload: () => mutate(),
	};
}
