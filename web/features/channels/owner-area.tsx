import { useEffect, useRef, useState } from "react";
import type { Claim } from "#contract/claims.ts";
import { Button } from "#web/ui/button.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { EmptyState, Skeleton } from "#web/ui/view-states.tsx";
import { ClaimCard } from "./claim-card.tsx";
import { ClaimForm, ClaimThanks } from "./claim-form.tsx";
import { RespondArea } from "./respond-area.tsx";
import { useClaims } from "./use-claims.ts";

const VIEWS = [
	{ id: "claim", label: "Claim Ownership" },
	{ id: "manage", label: "Manage Claims" },
	{ id: "respond", label: "Respond to Analysis" },
] as const;

/** The area in which a channel's owner claims it, verifies the claim and responds. */
export function OwnerArea({
	member_id,
	view,
	url,
	onView,
}: {
	member_id: string;
	/** From the address; an unknown value means the claim form. */
	view: string | null;
	/** The link field's first value. */
	url: string;
	onView: (view: string, url?: string) => void;
}) {
	const claims = useClaims(member_id);
	const [submitted, setThanked] = useState<Claim | null>(null);
	const [focus_heading, setArrived] = useState(false);
	const chosen = VIEWS.find(({ id }) => id === view)?.id ?? "claim";

	function choose(next: string, link?: string): void {
		setThanked(null);
		setArrived(false);
		onView(next, link);
	}

	return (
		<Tabs
			label="Video Owner"
			variant="sub"
			tabs={[...VIEWS]}
			chosen={chosen}
			onChoose={(next) => choose(next)}
		>
			{chosen === "claim" && submitted === null && (
				<ClaimForm
					key={url}
					url={url}
					onSubmitted={(claim) => {
						setThanked(claim);
						void claims.reload();
					}}
				/>
			)}
			{chosen === "claim" && submitted !== null && (
				<ClaimThanks
					claim={submitted}
					onDone={() => {
						choose("manage");
						setArrived(true);
					}}
				/>
			)}
			{chosen === "manage" && (
				<ClaimList list={claims} focus_heading={focus_heading} onView={choose} />
			)}
			{chosen === "respond" && (
				<RespondArea
					creators={claims.creators}
					problem={claims.problem}
					onRetry={() => void claims.reload()}
					onView={choose}
				/>
			)}
		</Tabs>
	);
}

/** The member's claims, each with its status and next step. */
function ClaimList({
	list,
	focus_heading,
	onView,
}: {
	list: ReturnType<typeof useClaims>;
	/** Whether the app opened the page, in which case the heading takes the focus. */
	focus_heading: boolean;
	onView: (view: string, url?: string) => void;
}) {
	const { claims, problem, more, loading, loadMore, reload } = list;
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		if (focus_heading) heading.current?.focus();
	}, [focus_heading]);
	return (
		<div className="flex max-w-3xl flex-col gap-6">
			<h2
				ref={heading}
				tabIndex={-1}
				className="font-serif text-xl font-semibold focus:outline-none"
			>
				Manage Claims
			</h2>
			{claims === undefined && problem === undefined && <Skeleton className="h-60" />}
			{claims?.length === 0 && (
				<EmptyState
					title="No claims yet"
					text="Claim your channel. The claim appears here, with the next step."
				>
					<Button variant="primary" onClick={() => onView("claim")}>
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
			<ListEnd problem={problem} more={more} loading={loading} onMore={loadMore} onRetry={reload} />
		</div>
	);
}
