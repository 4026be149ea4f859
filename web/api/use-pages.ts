import useSWRInfinite, { type SWRInfiniteConfiguration } from "swr/infinite";
import type { ApiProblem } from "./api-problem.ts";
import { fetchJson } from "./request.ts";

/**
 * A list that is loaded page by page.
 * @param scope part of the key: the member's id for a personal list, so that the next member on the
 * same screen does not see it; null for a public list, which the server may have sent with the page
 */
export function usePages<Page extends { next_cursor: string | null }>(
	keyOf: (cursor: string | null) => string,
	scope: string | null,
	{
		read = fetchJson,
		...options
	}: SWRInfiniteConfiguration<Page, ApiProblem> & { read?: (path: string) => Promise<Page> } = {},
) {
	const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<Page, ApiProblem>(
		(index: number, previous: Page | null) => {
			const cursor = previous?.next_cursor ?? null;
			if (index > 0 && cursor === null) return null;
			return scope === null ? keyOf(cursor) : [keyOf(cursor), scope];
		},
		(key: string | [path: string, scope: string]) => read(typeof key === "string" ? key : key[0]),
		{ keepPreviousData: scope !== null, ...options },
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
