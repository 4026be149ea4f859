import { Button } from "#web/ui/button.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Leaderboard } from "./leaderboard.tsx";
import { Overview } from "./overview.tsx";
import { RecentActivity } from "./recent-activity.tsx";
import { useCommunity } from "./use-community.ts";

const VIEWS = [
	{ id: "overview", label: "Overview" },
	{ id: "leaderboard", label: "Leaderboard" },
	{ id: "recent", label: "Recent Activity" },
] as const;

/** What members do together: counted figures, the board, what happened last. */
export function CommunityHub({
	view,
	onView,
}: {
	/** As the address has it; anything unknown is the overview. */
	view: string | null;
	onView: (view: string) => void;
}) {
	const { data, error, mutate } = useCommunity();
	const chosen = VIEWS.find(({ id }) => id === view)?.id ?? "overview";
	return (
		<Tabs
			label="Community Hub"
			look="sub"
			tabs={[...VIEWS]}
			chosen={chosen}
			onChoose={onView}
		>
			{data === undefined && error === undefined && <Waiting />}
			{data === undefined && error !== undefined && (
				<ProblemNotice detail={error.message}>
					<Button onClick={() => void mutate()}>Try Again</Button>
				</ProblemNotice>
			)}
			{data !== undefined && chosen === "overview" && (
				<Overview overview={data.overview} />
			)}
			{data !== undefined && chosen === "leaderboard" && (
				<Leaderboard rows={data.leaderboard} />
			)}
			{data !== undefined && chosen === "recent" && (
				<RecentActivity items={data.recent} />
			)}
		</Tabs>
	);
}

function Waiting() {
	return (
		<div className="flex flex-col gap-6">
			<Skeleton className="h-24" />
			<Skeleton className="h-40 max-w-[68ch]" />
		</div>
	);
}
