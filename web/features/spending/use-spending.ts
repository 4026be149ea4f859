import useSWR from "swr";
import type { Spending, SpendingAnalyses } from "#contract/spending.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { usePages } from "#web/api/use-pages.ts";

/** Today, the last 30 days and who started the most. */
export function useSpending() {
	const { data, error, mutate } = useSWR<Spending, ApiProblem>(
		spendingKeys.overview,
	);
	return { spending: data, problem: error, reload: () => mutate() };
}

/** Every analysis, the one that ended last first. */
export function useSpendingAnalyses(member_id: string) {
	const { pages, ...list } = usePages<SpendingAnalyses>(
		spendingKeys.analyses,
		member_id,
	);
	return { ...list, analyses: pages?.flatMap(({ analyses }) => analyses) };
}

/** The swr keys of spending. Apart from the other keys, because only the admin page needs them. */
const spendingKeys = {
	overview: "/api/admin/spending",
	analyses: (cursor: string | null) =>
		cursor === null
			? "/api/admin/spending/analyses"
			: `/api/admin/spending/analyses?cursor=${encodeURIComponent(cursor)}`,
};
