import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type { Me } from "#contract/me.ts";
import { keys } from "#web/api/keys.ts";
import { request } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { useFreshSignIn } from "#web/features/accounts/use-fresh-sign-in.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField, SubmitNote } from "#web/ui/form-fields.tsx";

/** Deletes the account, after listing what is deleted and what stays. */
export function DeleteAccount({ me, onDeleted }: { me: Me; onDeleted: () => Promise<void> }) {
	const [confirming, setAsked] = useState(false);
	const submission = useSubmit();
	const freshly = useFreshSignIn();
	const form = useRef<HTMLFormElement>(null);
	useEffect(() => {
		if (confirming) form.current?.focus();
	}, [confirming]);

	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const password = new FormData(event.currentTarget).get("password");
		void submission.run(async () => {
			await freshly(() =>
				request(keys.me, {
					method: "DELETE",
					body: password === null ? {} : { password: String(password) },
				}),
			);
			await onDeleted();
		});
	}

	return (
		<>
			<dl className="flex flex-col gap-2">
				<div>
					<dt className="font-semibold">What is deleted</dt>
					<dd className="text-muted">
						Your name, email address, password, votes, notifications, API keys, sessions, added
						pages, channel claims and responses, and your address on the newsletter's list.
					</dd>
				</div>
				<div>
					<dt className="font-semibold">What remains</dt>
					<dd className="text-muted">The analyses you started, without your name.</dd>
				</div>
			</dl>
			{!confirming ? (
				<Button onClick={() => setAsked(true)}>Delete My Account</Button>
			) : (
				<form
					ref={form}
					tabIndex={-1}
					aria-label="Delete my account"
					onSubmit={submit}
					noValidate
					className="flex w-full flex-col gap-4 border-l-4 border-ink bg-sunken p-4"
				>
					<p className="font-semibold">This cannot be undone.</p>
					{me.has_password && (
						<PasswordField
							is_new={false}
							label="Your password"
							message={submission.fields.password}
						/>
					)}
					<SubmitNote submission={submission} done="" />
					<div className="flex flex-wrap gap-3">
						<Button type="submit" variant="primary" busy={submission.busy}>
							{submission.busy ? "Deleting…" : "Delete Permanently"}
						</Button>
						<Button onClick={() => setAsked(false)}>Keep My Account</Button>
					</div>
				</form>
			)}
		</>
	);
}
