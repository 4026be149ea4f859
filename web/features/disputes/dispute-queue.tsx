import { useState } from "react";
import { Link } from "react-router-dom";
import type { HideRequest, ReviewDispute, ReviewDisputes } from "#contract/disputes.ts";
import { formatDate, inQuotes } from "#contract/format.ts";
import { MAX_REASON_CHARS } from "#contract/limits.ts";
import { ratedWords } from "#contract/verdict-words.ts";
import { VOTE_REASON_WORDS } from "#contract/vote-reasons.ts";
import { withCursor } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useReviewDecisions } from "#web/features/accounts/use-review-decisions.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { REVIEW_LINK, ReviewCard, ReviewQueue } from "#web/ui/review-queue.tsx";

type State = "shown" | "hidden";

const STATES: { id: State; label: string }[] = [
	{ id: "shown", label: "Shown" },
	{ id: "hidden", label: "Hidden" },
];

const NOTHING: Record<State, { title: string; text: string }> = {
	shown: { title: "No disputes", text: "What members object to, with a page, appears here." },
	hidden: { title: "Nothing hidden", text: "Disputes that you hide appear here." },
};

const OUTCOMES: Record<ReviewDispute["outcome"], string> = {
	open: "Waits for its check",
	moved: "Moved the verdict",
	stays: "The verdict stays",
	not_checked: "Not checked within a day",
	hidden: "Hidden",
};

/** All disputes, for admins to hide those that insult or advertise. */
export function DisputeQueue({
	chosen,
	member_id,
	onState,
}: {
	/** The state that the address names. */
	chosen: string | null;
	member_id: string;
	onState: (state: State) => void;
}) {
	const state: State = chosen === "hidden" ? "hidden" : "shown";
	const { pages, ...list } = usePages<ReviewDisputes>(
		(cursor) => withCursor("/api/admin/disputes", cursor, { state }),
		member_id,
	);
	const { busy, outcome, decide, forget } = useReviewDecisions<HideRequest>(
		"/api/admin/disputes",
		list.reload,
		({ hidden }) => (hidden ? "The dispute is hidden." : "The dispute is shown again."),
	);

	return (
		<ReviewQueue
			label="Disputes by state"
			states={STATES}
			state={state}
			nothing={NOTHING}
			items={pages?.flatMap(({ disputes }) => disputes)}
			list={list}
			outcome={outcome}
			onState={(next) => {
				forget();
				onState(next);
			}}
		>
			{(dispute) => (
				<DisputeCard
					key={dispute.id}
					dispute={dispute}
					busy={busy === dispute.id}
					onHide={(body) => void decide(dispute.id, body)}
				/>
			)}
		</ReviewQueue>
	);
}

function DisputeCard({
	dispute,
	busy,
	onHide,
}: {
	dispute: ReviewDispute;
	busy: boolean;
	onHide: (body: HideRequest) => void;
}) {
	const [reason, setReason] = useState("");
	const { id, video, statement, statement_id, full_name, url, comment, before, after } = dispute;
	const hidden = dispute.outcome === "hidden";
	const title = `dispute-${id}`;
	return (
		<ReviewCard
			id={title}
			title={inQuotes(statement)}
			below={
				<>
					In{" "}
					<Link to={paths.statement(video.id, statement_id)} className={REVIEW_LINK}>
						<ForeignText>{video.title || video.id}</ForeignText>
					</Link>
				</>
			}
			facts={[
				["Outcome", OUTCOMES[dispute.outcome]],
				["By", full_name && <ForeignText>{full_name}</ForeignText>],
				["Reason", VOTE_REASON_WORDS[dispute.reason]],
				[
					"Page",
					url && (
						<OutsideLink href={url} rel="nofollow ugc noopener noreferrer">
							{url}
						</OutsideLink>
					),
				],
				["Comment", comment && <ForeignText>{comment}</ForeignText>],
				["Before", ratedWords(before)],
				["After", after && ratedWords(after)],
				["Sent", formatDate(dispute.created_at)],
			]}
		>
			<TextField
				label="Why (optional, for the audit log)"
				name="reason"
				autoComplete="off"
				maxLength={MAX_REASON_CHARS}
				value={reason}
				onChange={(event) => setReason(event.target.value)}
			/>
			<Button
				busy={busy}
				aria-describedby={title}
				className="self-start"
				onClick={() => onHide({ hidden: !hidden, ...(reason.trim() !== "" && { reason }) })}
			>
				{hidden ? "Show Again" : "Hide"}
			</Button>
		</ReviewCard>
	);
}
