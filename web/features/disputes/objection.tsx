import { useState } from "react";
import { hasScore } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { VOTE_REASON_WORDS, VOTE_REASONS } from "#contract/vote-reasons.ts";
import type { VoteAnswer, VoteReason } from "#contract/votes.ts";
import { request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { DisputeForm } from "./dispute-form.tsx";

/** What is behind Disagree: the reason of the vote, and a page that shows it. */
export function Objection({
	statement,
	disagrees,
	disputes,
}: {
	statement: Statement;
	/** Whether the member's vote disagrees, so that it may have a reason. */
	disagrees: boolean;
	/** Whether the form for a page is open. */
	disputes: boolean;
}) {
	/** Asked once: a dispute takes the reason that the vote has. */
	const [reason, setReason] = useState<VoteReason | null>(null);
	return (
		<div className="flex basis-full flex-col gap-4">
			{disagrees && (
				<WhyDisagree statement_id={statement.id} chosen={reason} onChoose={setReason} />
			)}
			{disputes && (
				<section className="flex flex-col gap-3 border-t border-line pt-3">
					<div className="max-w-[68ch]">
						<h4 className="font-semibold">
							{hasScore(statement) ? "Dispute this rating with a page" : "Do you know a source?"}
						</h4>
						<p className="text-sm text-muted">
							We open it now and show what it says before you send it. The statement is then checked
							again with it.
						</p>
					</div>
					<DisputeForm statement={statement} reason={disagrees ? reason : null} />
				</section>
			)}
		</div>
	);
}

/** One press says why; the vote is stored already. */
function WhyDisagree({
	statement_id,
	chosen,
	onChoose,
}: {
	statement_id: string;
	chosen: VoteReason | null;
	onChoose: (reason: VoteReason) => void;
}) {
	const submission = useSubmit();
	const choose = (reason: VoteReason) =>
		submission.run(async () => {
			const path = `/api/statements/${encodeURIComponent(statement_id)}/vote`;
			const body = { vote_type: "downvote", reason };
			await request<VoteAnswer>(path, { method: "PUT", body });
			onChoose(reason);
		});
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="mb-1.5 text-sm text-muted">Why do you disagree? (optional)</legend>
			{VOTE_REASONS.map((reason) => (
				<button
					key={reason}
					type="button"
					aria-pressed={chosen === reason}
					onClick={() => void choose(reason)}
					className="min-h-9 rounded-md border border-rule bg-raised px-3 text-sm hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
				>
					{VOTE_REASON_WORDS[reason]}
				</button>
			))}
			<p role="status" className="basis-full text-sm">
				{submission.error ?? (chosen === null ? "" : "Thank you. We noted why.")}
			</p>
		</fieldset>
	);
}
