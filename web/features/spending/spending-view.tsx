import type { SpendingDay } from "#contract/spending.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AnalysesList } from "./analyses-list.tsx";
import { DayMeters } from "./day-meters.tsx";
import { DaysTable } from "./days-table.tsx";
import { MembersTable } from "./members-table.tsx";
import { useSpending, useSpendingAnalyses } from "./use-spending.ts";

/** What the site pays its providers for, from today back. */
export function SpendingView({ member_id }: { member_id: string }) {
	const { spending, problem, reload } = useSpending();
	const list = useSpendingAnalyses(member_id);
	if (spending === undefined) {
		return problem === undefined ? (
			<Skeleton className="h-96" />
		) : (
			<ProblemNotice detail={problem.message}>
				<Button onClick={() => void reload()}>Try Again</Button>
			</ProblemNotice>
		);
	}
	const { today, days, members } = spending;
	const nothing = list.analyses?.length === 0;
	return (
		<div className="flex max-w-3xl flex-col gap-12">
			<DayMeters today={today} unpriced_calls={unpricedOn(today.day, days)} />
			{nothing ? (
				<EmptyState
					title="No analyses yet"
					text="Once an analysis has ended, what it took stands here: by day and provider, by member, and by itself."
				/>
			) : (
				<>
					{days.length > 0 && <DaysTable days={days} />}
					{members.length > 0 && <MembersTable members={members} />}
					<AnalysesList list={list} />
				</>
			)}
		</div>
	);
}

function unpricedOn(date: string, days: SpendingDay[]): number {
	return days
		.filter(({ day }) => day === date)
		.reduce((sum, { unpriced_calls }) => sum + unpriced_calls, 0);
}
