import { useEffect, useRef, useState } from "react";
import type {
	HoldDecision,
	HoldState,
	VoteHold,
} from "#contract/held-votes.ts";
import { problemText } from "#web/api/api-problem.ts";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { EmptyState, ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";
import { BurstCard } from "./brigading-card.tsx";
import { decideBurst, type useBursts } from "./use-brigading.ts";

const STATES: { id: HoldState; label: string }[] = [
	{ id: "open", label: "Being Checked" },
	{ id: "upheld", label: "Left Out" },
	{ id: "lifted", label: "Counted" },
];

const NOTHING: Record<HoldState, { title: string; text: string }> = {
	open: {
		title: "Nothing to check",
		text: "No burst of votes waits for a decision. New ones stand here, the oldest first.",
	},
	upheld: {
		title: "No votes left out",
		text: "Bursts whose votes do not count stand here. They can be counted again at any time.",
	},
	lifted: {
		title: "No bursts counted",
		text: "Bursts that turned out to be ordinary votes stand here.",
	},
};

const DONE: Record<HoldDecision["state"], string> = {
	upheld: "These votes are left out. All others count.",
	lifted: "These votes count like all others.",
};

/** The brigading cases by state, each to be decided; a decision can be changed. */
export function BurstQueue({
	state,
	list,
	onState,
}: {
	state: HoldState;
	list: ReturnType<typeof useBursts>;
	onState: (state: HoldState) => void;
}) {
	const { bursts, problem, more, loading, loadMore, reload } = list;
	const [busy, setBusy] = useState<string | null>(null);
	const [told, setTold] = useState<{ text: string; failed: boolean } | null>(
		null,
	);
	const outcome = useRef<HTMLParagraphElement>(null);

	useEffect(() => {
		// The decided case is gone, and the focus was on its button.
		if (told?.failed === false) outcome.current?.focus();
	}, [told]);

	async function decide(burst: VoteHold, decision: HoldDecision["state"]) {
		if (busy !== null) return;
		setBusy(burst.id);
		setTold(null);
		try {
			await decideBurst(burst.id, decision);
			await reload();
			setTold({ text: DONE[decision], failed: false });
		} catch (thrown) {
			setTold({ text: problemText(thrown), failed: true });
		} finally {
			setBusy(null);
		}
	}

	return (
		<Tabs
			label="Bursts by state"
			look="sub"
			tabs={STATES}
			chosen={state}
			onChoose={(next) => {
				setTold(null);
				onState(next);
			}}
		>
			<div className="flex max-w-3xl flex-col gap-8">
				<p
					ref={outcome}
					role="status"
					tabIndex={-1}
					className="font-semibold empty:hidden focus:outline-none"
				>
					{told?.failed === false ? told.text : ""}
				</p>
				{told?.failed === true && <ProblemNotice detail={told.text} />}
				{bursts === undefined && problem === undefined && (
					<Skeleton className="h-60" />
				)}
				{bursts?.length === 0 && <EmptyState {...NOTHING[state]} />}
				{bursts?.map((burst) => (
					<BurstCard
						key={burst.id}
						burst={burst}
						busy={busy === burst.id}
						onDecide={(decision) => void decide(burst, decision)}
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
		</Tabs>
	);
}
