import { Suspense, useRef, useState } from "react";
import type { ClaimStatus, ReviewClaim } from "#contract/claims.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { EmptyState, Skeleton } from "#web/ui/view-states.tsx";
import type { Verdict } from "./decision-dialog.tsx";
import { ReviewCard } from "./review-card.tsx";
import type { useReview } from "./use-review.ts";

const DecisionDialog = lazyPart(async () => ({
	default: (await import("./decision-dialog.tsx")).DecisionDialog,
}));

const STATUSES: { id: ClaimStatus; label: string }[] = [
	{ id: "pending", label: "Pending" },
	{ id: "verified", label: "Verified" },
	{ id: "rejected", label: "Rejected" },
];

const NOTHING: Record<ClaimStatus, { title: string; text: string }> = {
	pending: {
		title: "Nothing to review",
		text: "Every claim has been decided. New ones stand here, the oldest first.",
	},
	verified: {
		title: "No verified claims",
		text: "Claims that a code or the team has verified stand here.",
	},
	rejected: {
		title: "No rejected claims",
		text: "Claims that the team has rejected stand here, with the reason given.",
	},
};

type Chosen = { claim: ReviewClaim; verdict: Verdict };

/** The team's claims by status, each to be decided. */
export function ReviewQueue({
	status,
	list,
	onStatus,
}: {
	status: ClaimStatus;
	list: ReturnType<typeof useReview>;
	onStatus: (status: ClaimStatus) => void;
}) {
	const { claims, problem, more, loading, loadMore, reload } = list;
	const [chosen, setChosen] = useState<Chosen | null>(null);
	const [open, setOpen] = useState(false);
	const [done, setDone] = useState("");
	const outcome = useRef<HTMLParagraphElement>(null);
	return (
		<Tabs
			label="Claims by status"
			look="sub"
			tabs={STATUSES}
			chosen={status}
			onChoose={(next) => {
				setDone("");
				onStatus(next);
			}}
		>
			<div className="flex max-w-3xl flex-col gap-8">
				<p
					ref={outcome}
					role="status"
					tabIndex={-1}
					className="font-semibold empty:hidden focus:outline-none"
				>
					{done}
				</p>
				{claims === undefined && problem === undefined && (
					<Skeleton className="h-60" />
				)}
				{claims?.length === 0 && <EmptyState {...NOTHING[status]} />}
				{claims?.map((claim) => (
					<ReviewCard
						key={claim.id}
						claim={claim}
						onDecide={(verdict) => {
							setDone("");
							setChosen({ claim, verdict });
							setOpen(true);
						}}
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
			{chosen !== null && (
				<Suspense fallback={null}>
					<DecisionDialog
						open={open}
						claim={chosen.claim}
						verdict={chosen.verdict}
						onClose={() => setOpen(false)}
						onClosed={() => {
							setChosen(null);
							// A decided claim leaves, and the focus was on its button.
							if (done !== "") outcome.current?.focus();
						}}
						onDecided={async () => {
							await reload();
							setDone(`${chosen.claim.channel_name}: ${chosen.verdict}.`);
							setOpen(false);
						}}
					/>
				</Suspense>
			)}
		</Tabs>
	);
}
