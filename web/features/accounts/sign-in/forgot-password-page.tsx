import { useState } from "react";
import type { MessageAnswer } from "#contract/account.ts";
import { AUTHENTICATION_FAILED } from "#contract/texts.ts";
import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { useAuth } from "../auth-context.ts";

export function ForgotPasswordPage() {
	useDocumentTitle("Forgot password");
	const { promptSignIn } = useAuth();
	const [email, setEmail] = useState("");
	return (
		<div className="page-width flex flex-col gap-4 py-12 sm:py-16">
			<PageHeading>Forgot password</PageHeading>
			<div className="w-full max-w-md">
				<ForgotForm email={email} onEmail={setEmail} onBack={() => void promptSignIn()} />
			</div>
		</div>
	);
}

/** Requests a link to choose a new password; the answer is the same for every address. */
export function ForgotForm({
	email,
	onEmail,
	onBack,
}: {
	email: string;
	onEmail: (email: string) => void;
	onBack: () => void;
}) {
	const submission = useSubmit(AUTHENTICATION_FAILED);
	const { busy, error, fields } = submission;
	const [sent, setSent] = useState<string | null>(null);
	const submit = submission.onSubmit(async () => {
		setSent(null);
		const answer = await post<MessageAnswer>("/api/auth/forgot-password", { email });
		setSent(answer.message);
	});
	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-4">
			<p className="text-muted">
				Enter your email address. If this site sends email, you get a link to choose a new password.
			</p>
			<TextField
				label="Email"
				name="email"
				type="email"
				autoComplete="username"
				autoCapitalize="none"
				spellCheck={false}
				required
				value={email}
				onChange={(event) => onEmail(event.target.value)}
				message={fields.email}
			/>
			{error !== null && (
				<p role="alert" className="font-semibold">
					{error}
				</p>
			)}
			<p role="status" className="note p-3 empty:hidden">
				{sent}
			</p>
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="primary" busy={busy}>
					{busy ? "One moment…" : "Send Link"}
				</Button>
				<Button onClick={onBack}>Back to Sign In</Button>
			</div>
		</form>
	);
}
