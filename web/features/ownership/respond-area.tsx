import type { Creator } from "#contract/claims.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChannelVideos } from "./channel-videos.tsx";

/** The analyses of the member's verified channels, to be answered. */
export function RespondArea({
	creators,
	problem,
	onRetry,
	onView,
}: {
	/** undefined while unknown. */
	creators: Creator[] | undefined;
	problem: ApiProblem | undefined;
	onRetry: () => void;
	onView: (view: string) => void;
}) {
	return (
		<div className="flex max-w-3xl flex-col gap-8">
			<h2 className="font-serif text-xl font-semibold">Respond to Analysis</h2>
			{creators === undefined && problem === undefined && (
				<Skeleton className="h-60" />
			)}
			{creators === undefined && problem !== undefined && (
				<ProblemNotice detail={problem.message}>
					<Button onClick={onRetry}>Try Again</Button>
				</ProblemNotice>
			)}
			{creators?.length === 0 && (
				<EmptyState
					title="No pending responses"
					text="You can respond once a claim of yours on a channel is verified."
				>
					<Button onClick={() => onView("manage")}>Manage Claims</Button>
				</EmptyState>
			)}
			{creators?.map((creator) => (
				<ChannelVideos key={creator.id} creator={creator} />
			))}
		</div>
	);
}
