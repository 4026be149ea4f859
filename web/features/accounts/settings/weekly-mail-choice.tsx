import type { User } from "#contract/account.ts";
import type { Me } from "#contract/me.ts";
import { request } from "#web/api/request.ts";
import { useMe } from "#web/api/use-session.ts";
import { useHealth } from "#web/api/use-site.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { SubmitNote } from "#web/ui/form-fields.tsx";

/** Whether the member gets the weekly email. */
export function WeeklyMailChoice({ user }: { user: User }) {
	const { data: me, mutate } = useMe(user);
	const submission = useSubmit();
	const mail = useHealth()?.mail;
	if (me === undefined) return null;
	if (mail === false && !me.weekly_mail)
		return <p className="text-sm text-muted">This site cannot send email yet.</p>;
	return (
		<>
			<label className="flex items-start gap-3">
				<input
					type="checkbox"
					checked={me.weekly_mail}
					aria-disabled={submission.busy || undefined}
					onChange={(event) => {
						const weekly_mail = event.target.checked;
						void submission.run(async () => {
							await request<Me>("/api/me", { method: "PATCH", body: { weekly_mail } });
							await mutate();
						});
					}}
					className="mt-1 size-5 shrink-0 accent-ink"
				/>
				<span>
					Weekly email
					<span className="block text-sm text-muted">
						What happened to what you follow, on Mondays. No email if nothing did.
					</span>
				</span>
			</label>
			<SubmitNote
				submission={submission}
				done={
					me.weekly_mail ? "You will get the weekly email." : "You will not get the weekly email."
				}
			/>
		</>
	);
}
