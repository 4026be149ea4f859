import { useState } from "react";
import { Link } from "react-router-dom";
import type { MailedAnswer } from "#contract/deliveries.ts";
import { AUTHENTICATION_FAILED } from "#contract/texts.ts";
import { post } from "#web/api/request.ts";
import { useHealth } from "#web/api/use-site.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { useEmailQuestion } from "#web/ui/email-question.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { useAuth } from "../auth-context.ts";
import { DeliveryNote } from "../delivery-note.tsx";

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

/** On a site without email: who can help instead. */
function NoMail({ reachable }: { reachable: boolean }) {
	return (
		<p>
			This site sends no email, so it cannot send you a link to choose a new password. Please ask{" "}
			{reachable ? (
				<Link to={paths.contact()} className="link">
					the site's operator
				</Link>
			) : (
				"the site's operator"
			)}
			.
		</p>
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
	const health = useHealth();
	const [sent, setSent] = useState<MailedAnswer | null>(null);
	const { before, question } = useEmailQuestion();
	const submit = submission.onSubmit(async (text) => {
		setSent(null);
		const given = { email: text("email") };
		setSent(await post<MailedAnswer>("/api/auth/forgot-password", given));
	});
	if (health?.mail === false)
		return (
			<div className="flex flex-col items-start gap-4">
				<NoMail reachable={health.contact_email !== null} />
				<Button onClick={onBack}>Back to Sign In</Button>
			</div>
		);
	return (
		<form onSubmit={before(submit)} noValidate className="flex flex-col gap-4">
			<p className="text-muted">
				Enter your email address. You get a link to choose a new password.
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
			{question}
			{error !== null && (
				<p role="alert" className="font-semibold">
					{error}
				</p>
			)}
			<p role="status" className="note p-3 empty:hidden">
				{sent?.message}
			</p>
			<DeliveryNote delivery={sent?.delivery_id ?? null} />
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="primary" busy={busy}>
					{busy ? "One moment…" : "Send Link"}
				</Button>
				<Button onClick={onBack}>Back to Sign In</Button>
			</div>
		</form>
	);
}
