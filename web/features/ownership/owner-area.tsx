import { useState } from "react";
import type { Claim } from "#contract/claims.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { ClaimForm } from "./claim-form.tsx";
import { ClaimList } from "./claim-list.tsx";
import { ClaimThanks } from "./claim-thanks.tsx";
import { RespondArea } from "./respond-area.tsx";
import { useClaims } from "./use-claims.ts";

const VIEWS = [
	{ id: "claim", label: "Claim Ownership" },
	{ id: "manage", label: "Manage Claims" },
	{ id: "respond", label: "Respond to Analysis" },
] as const;

/** What the owner of a channel does here: claim it, prove it, answer. */
export function OwnerArea({
	member_id,
	view,
	url,
	onView,
}: {
	member_id: string;
	/** As the address has it; anything unknown is the claim form. */
	view: string | null;
	/** The link that the form starts with. */
	url: string;
	onView: (view: string, url?: string) => void;
}) {
	const claims = useClaims(member_id);
	const [thanked, setThanked] = useState<Claim | null>(null);
	const [arrived, setArrived] = useState(false);
	const chosen = VIEWS.find(({ id }) => id === view)?.id ?? "claim";

	function choose(next: string, link?: string): void {
		setThanked(null);
		setArrived(false);
		onView(next, link);
	}

	return (
		<Tabs
			label="Video Owner"
			look="sub"
			tabs={[...VIEWS]}
			chosen={chosen}
			onChoose={(next) => choose(next)}
		>
			{chosen === "claim" && thanked === null && (
				<ClaimForm
					key={url}
					url={url}
					onSubmitted={(claim) => {
						setThanked(claim);
						void claims.reload();
					}}
				/>
			)}
			{chosen === "claim" && thanked !== null && (
				<ClaimThanks
					claim={thanked}
					onDone={() => {
						choose("manage");
						setArrived(true);
					}}
				/>
			)}
			{chosen === "manage" && (
				<ClaimList list={claims} arrived={arrived} onView={choose} />
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
