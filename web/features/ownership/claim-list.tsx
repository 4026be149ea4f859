import { useEffect, useRef } from "react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ClaimCard } from "./claim-card.tsx";
import type { useClaims } from "./use-claims.ts";

/** The member's claims, each with where it stands and what comes next. */
export function ClaimList({
	list,
	arrived,
	onView,
}: {
	list: ReturnType<typeof useClaims>;
	/** The page came here by itself: the focus follows. */
	arrived: boolean;
	onView: (view: string, url?: string) => void;
}) {
	const { claims, problem, more, loading, loadMore, reload } = list;
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (arrived) heading.current?.focus();
	}, [arrived]);
	return (
		<div className="flex max-w-3xl flex-col gap-6">
			<h2
				ref={heading}
				tabIndex={-1}
				className="font-serif text-xl font-semibold focus:outline-none"
			>
				Manage Claims
			</h2>
			{claims === undefined && problem === undefined && (
				<Skeleton className="h-60" />
			)}
			{claims?.length === 0 && (
				<EmptyState
					title="No claims yet"
					text="Claim a channel that is yours. Its claim stands here, with what is left to do."
				>
					<Button look="primary" onClick={() => onView("claim")}>
						Claim a Channel
					</Button>
				</EmptyState>
			)}
			{claims?.map((claim) => (
				<ClaimCard
					key={claim.id}
					claim={claim}
					onChanged={() => void reload()}
					onRespond={() => onView("respond")}
					onAgain={() => onView("claim", claim.url)}
				/>
			))}
			<ListEnd
				problem={problem}
				more={more}
				loading={loading}
				onMore={loadMore}
				onRetry={reload}
			/>
		</div>
	);
}
