import type { Activity, ActivityFilter } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";

/** What the member did, newest first, page by page. */
export function useActivity(
	member_id: string,
	filter: ActivityFilter,
	query: string,
) {
	const { pages, ...list } = usePages<Activity>(
		(cursor) => keys.activity(filter, query, cursor),
		member_id,
	);
	return {
		...list,
		stats: pages?.[0]?.stats,
		items: pages?.flatMap(({ items }) => items),
	};
}
