import type { SubmitEvent } from "react";
import { useSWRConfig } from "swr";
import type { HideRequest } from "#contract/disputes.ts";
import { MAX_REASON_CHARS } from "#contract/limits.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import { keys } from "#web/api/keys.ts";
import { useReviewDecisions } from "#web/features/accounts/use-review-decisions.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";

/** With what admins hide a response that insults or advertises, or show it again. */
export function HideResponse({ response }: { response: CreatorResponse }) {
	const { mutate } = useSWRConfig();
	const { busy, outcome, decide } = useReviewDecisions<HideRequest>(
		"/api/admin/responses",
		() => mutate(keys.report(response.video_id)),
		({ hidden }) => (hidden ? "The response is hidden." : "The response is shown again."),
	);
	const hidden = response.hidden_at === undefined;
	const send = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
		void decide(response.id, { hidden, ...(reason !== "" && { reason }) });
	};
	return (
		<div data-print="no">
			{/* Closed and emptied by what was decided. */}
			<details key={String(hidden)} className="text-sm">
				<summary className="inline-flex min-h-8 items-center link">
					{hidden ? "Hide this response" : "Show this response again"}
				</summary>
				<form onSubmit={send} className="flex max-w-[68ch] flex-col gap-3 pt-2">
					<TextField
						label="Why (optional, for the audit log)"
						name="reason"
						autoComplete="off"
						maxLength={MAX_REASON_CHARS}
					/>
					<Button type="submit" busy={busy !== null} className="self-start">
						{hidden ? "Hide" : "Show Again"}
					</Button>
				</form>
			</details>
			<p
				ref={outcome.ref}
				role="status"
				tabIndex={-1}
				className="text-sm font-semibold empty:hidden focus:outline-none"
			>
				{outcome.done}
			</p>
			{outcome.failed !== undefined && <ProblemNotice detail={outcome.failed} />}
		</div>
	);
}
