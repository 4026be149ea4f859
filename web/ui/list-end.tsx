import { Button } from "./button.tsx";
import { ProblemNotice } from "./view-states.tsx";

/** The end of a list: an error, or the button for the next page. */
export function ListEnd({
	problem,
	more,
	loading,
	onMore,
	onRetry,
	className = "self-center",
}: {
	problem: Error | undefined;
	more: boolean;
	/** The next page is loading. */
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
