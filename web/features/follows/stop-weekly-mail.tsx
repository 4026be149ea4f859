import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { SubmitNote } from "#web/ui/form-fields.tsx";
import { EmptyState } from "#web/ui/view-states.tsx";

/** Where the link in the weekly email leads: one press stops it, without signing in. */
export function StopWeeklyMail({ token }: { token: string }) {
	const submission = useSubmit();
	if (submission.done)
		return (
			<div role="status">
				<EmptyState
					title="The weekly email is stopped"
					text="You still follow what you followed. You can ask for the email again at any time."
				/>
			</div>
		);
	return (
		<EmptyState
			title="Stop the weekly email?"
			text="You stay a member and still follow what you follow."
		>
			<Button
				variant="primary"
				busy={submission.busy}
				onClick={() =>
					void submission.run(async () => {
						await post(`/api/mail/unsubscribe?token=${encodeURIComponent(token)}`);
					})
				}
			>
				{submission.busy ? "Stopping…" : "Stop the Email"}
			</Button>
			<SubmitNote submission={submission} />
		</EmptyState>
	);
}
