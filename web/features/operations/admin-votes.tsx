import { useSearchParams } from "react-router-dom";
import type { User } from "#contract/account.ts";
import type { HoldState } from "#contract/vote-checks.ts";
import { BurstQueue, useBrigading } from "#web/features/votes/review/brigading-queue.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { AdminNav } from "./admin-nav.tsx";

const STATES: HoldState[] = ["open", "settled", "lifted", "upheld"];

/** The brigading cases for the team. */
export function AdminVotes({ user }: { user: User }) {
	useDocumentTitle("Review of votes");
	const [params, setParams] = useSearchParams();
	const state = parseState(params.get("state"));
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-12">
			<AdminNav here="votes" />
			<div className="flex max-w-[60ch] flex-col gap-2">
				<PageHeading>Review of Votes</PageHeading>
				<p className="text-muted">
					Many members voted the same way within a minute, from new accounts or from one network.
					The counts always include every vote. The percentage is hidden for at most an hour; then
					it counts two suspect votes per network and all other votes, unless you decide otherwise.
				</p>
			</div>
			<BurstQueue
				state={state}
				list={useBrigading(state, user.id)}
				onState={(next) => setParams({ view: "votes", state: next }, { replace: true })}
			/>
		</div>
	);
}

function parseState(value: string | null): HoldState {
	return STATES.find((state) => state === value) ?? "open";
}
