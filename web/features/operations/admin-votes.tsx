import { useSearchParams } from "react-router-dom";
import type { User } from "#contract/account.ts";
import type { HoldState } from "#contract/held-votes.ts";
import { BurstQueue } from "#web/features/votes/review/brigading-queue.tsx";
import { useBursts } from "#web/features/votes/review/use-brigading.ts";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { TeamNav } from "./admin-nav.tsx";

/** The brigading cases for the team. */
export function VotesPart({ user }: { user: User }) {
	useDocumentTitle("Review of votes");
	const [params, setParams] = useSearchParams();
	const state = stateOf(params.get("state"));
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<TeamNav here="votes" />
			<div className="flex max-w-[60ch] flex-col gap-2">
				<PageHeading>Review of Votes</PageHeading>
				<p className="text-muted">
					Many votes one way within a minute, from new accounts or from one
					network. While a burst is open, readers see the agreement from before
					it.
				</p>
			</div>
			<BurstQueue
				state={state}
				list={useBursts(state, user.id)}
				onState={(next) =>
					setParams({ view: "votes", state: next }, { replace: true })
				}
			/>
		</div>
	);
}

function stateOf(value: string | null): HoldState {
	return value === "lifted" || value === "upheld" ? value : "open";
}
