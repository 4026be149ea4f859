import type { SubmitEvent } from "react";
import { useSWRConfig } from "swr";
import type { Me } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { useFreshSignIn } from "#web/features/accounts/use-fresh-sign-in.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField, SubmitNote } from "#web/ui/form-fields.tsx";
import { editMe } from "./use-account.ts";

/** Changes the password, or sets a first one for a member who signed up with Google. */
export function PasswordForm({ me, onSaved }: { me: Me; onSaved: () => Promise<unknown> }) {
	const submission = useSubmit();
	const freshly = useFreshSignIn();
	const { mutate } = useSWRConfig();
	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		const form = event.currentTarget;
		const entered = new FormData(form);
		const next = String(entered.get("next") ?? "");
		const current = entered.get("current");
		const saved = await submission.run(async () => {
			const password = current === null ? { next } : { current: String(current), next };
			await freshly(() => editMe({ password }));
			// The change signs out every other device and ends every API key.
			await Promise.all([onSaved(), mutate(keys.sessions), mutate(keys.apiKeys)]);
		});
		if (saved) form.reset();
	}
	const { fields } = submission;
	return (
		<form onSubmit={submit} noValidate className="flex w-full flex-col gap-4">
			{/* Password managers store the new password under this name. */}
			<input type="email" autoComplete="username" value={me.email} readOnly hidden />
			{me.has_password && (
				<PasswordField
					label="Current password"
					name="current"
					is_new={false}
					message={fields["password/current"]}
				/>
			)}
			<PasswordField label="New password" name="next" is_new message={fields["password/next"]} />
			<SubmitNote submission={submission} done="Your new password is set." />
			<Button type="submit" busy={submission.busy} className="self-start">
				{submission.busy ? "Saving…" : me.has_password ? "Change Password" : "Set Password"}
			</Button>
		</form>
	);
}
