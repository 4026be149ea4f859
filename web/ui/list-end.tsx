import { Button } from "./button.tsx";
import { ProblemNotice } from "./view-states.tsx";

/** What stands under a list: why it could not be read, or the way to its next part. */
export function ListEnd({
	problem,
	more,
	loading,
	onMore,
	onRetry,
	className = "self-center",
}: {
	problem: Error | undefined;
	/** There is a next part. */
	more: boolean;
	/** It is on its way. */
	loading: boolean;
	onMore: () => void;
	onRetry: () => unknown;
	className?: string;
}) {
	if (problem !== undefined)
		return (
			<ProblemNotice detail={problem.message}>
				<Button onClick={() => void onRetry()}>Try Again</Button>
			</ProblemNotice>
		);
	if (!more) return null;
	return (
		<Button busy={loading} onClick={onMore} className={className}>
			{loading ? "Loading…" : "Load More"}
		</Button>
	);
}
