import { type SubmitEvent, useState } from "react";
import { Link } from "react-router-dom";
import { request } from "#web/api/request.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/form-fields.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";
import { useAuth } from "../auth-context.ts";
import { BrokenLink, useLinkToken } from "./mail-link.tsx";
import { type FormError, toFormError } from "./submit-credentials.ts";

/** The page that the link in a password mail opens. */
export function ResetPasswordPage() {
	useDocumentTitle("Choose a new password");
	const token = useLinkToken();
	return (
		<div className="page-width flex flex-col items-start gap-4 py-12 sm:py-16">
			<PageHeading>Choose a new password</PageHeading>
			{token ? <ChoosePassword key={token} token={token} /> : <BrokenLink />}
		</div>
	);
}

/**
 * Sets a new password. If this also confirms the address, the member enters their name again,
 * because the name from the sign-up may be another person's choice.
 */
export function ChoosePassword({
	token,
	onConfirmed,
}: {
	token: string;
	onConfirmed?: () => Promise<void>;
}) {
	const confirms = onConfirmed !== undefined;
	const { user, refreshUser, promptSignIn } = useAuth();
	const [error, setRefusal] = useState<FormError | null>(null);
	const [state, setState] = useState<"asked" | "busy" | "done">("asked");

	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (state === "busy") return;
		const form = new FormData(event.currentTarget);
		const password = String(form.get("password") ?? "");
		const full_name = String(form.get("full_name") ?? "");
		setState("busy");
		setRefusal(null);
		try {
			await request("/api/auth/reset-password", {
				method: "POST",
				body: { token, password, ...(confirms && { full_name }) },
			});
			if (onConfirmed) return await onConfirmed();
			await refreshUser();
			setState("done");
		} catch (thrown) {
			setRefusal(toFormError(thrown));
			setState("asked");
		}
	}

	if (state === "done") {
		return (
			<div role="status" className="flex flex-col items-start gap-4">
				<p>
					Your password is changed. Every other device is signed out
					{user ? ", and you are signed in here." : "."}
				</p>
				{user ? (
					<Link to={paths.account()} className={buttonClass("primary")}>
						Your Account
					</Link>
				) : (
					<Button variant="primary" onClick={() => void promptSignIn()}>
						Sign In
					</Button>
				)}
			</div>
		);
	}
	return (
		<form onSubmit={submit} noValidate className="flex max-w-md flex-col gap-4">
			<p className="text-muted">
				{confirms
					? "The password chosen at sign-up will stop working."
					: "This signs you out everywhere else and deletes your API keys and webhook secret."}
			</p>
			{confirms && (
				<TextField
					label="Full name"
					name="full_name"
					type="text"
					autoComplete="name"
					required
					message={error?.fields.full_name}
				/>
			)}
			<PasswordField label="New password" is_new message={error?.fields.password} />
			{error !== null && (
				<ProblemNotice detail={error.text}>
					<Link to={paths.forgotPassword()} className={buttonClass("secondary")}>
						Request a New Link
					</Link>
				</ProblemNotice>
			)}
			<Button type="submit" variant="primary" busy={state === "busy"} className="self-start">
				{state === "busy" ? "One moment…" : "Save New Password"}
			</Button>
		</form>
	);
}
