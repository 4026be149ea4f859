import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import type { ConfirmAnswer } from "#contract/account.ts";
import { AUTHENTICATION_FAILED } from "#contract/texts.ts";
import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/form-fields.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";
import { useAuth } from "../auth-context.ts";
import { MailedPage } from "./mailed-code.tsx";

export const LINK_CODES = "/api/auth/link-code";

/** The page that the link in a password mail opens. */
export function ResetPasswordPage() {
	useDocumentTitle("Choose a new password");
	return (
		<div className="page-width flex flex-col items-start gap-4 py-12 sm:py-16">
			<PageHeading>Choose a new password</PageHeading>
			<MailedPage exchange={{ path: LINK_CODES, purpose: "reset" }}>
				{(mailed) => <ChoosePassword {...mailed} />}
			</MailedPage>
		</div>
	);
}

/**
 * Sets a new password. If this also confirms the address, the member enters their name again,
 * because the name from the sign-up may be another person's choice.
 */
function ChoosePassword({
	token,
	email,
	onConfirmed,
}: {
	token: string;
	/** The account's address, for password managers; null if the link does not name it. */
	email: string | null;
	onConfirmed?: () => Promise<void>;
}) {
	const confirms = onConfirmed !== undefined;
	const { user, refreshUser } = useAuth();
	const submission = useSubmit(AUTHENTICATION_FAILED);
	const { busy, error, fields } = submission;
	const submit = submission.onSubmit(async (text) => {
		const password = text("password");
		await post("/api/auth/reset-password", {
			token,
			password,
			...(confirms && { full_name: text("full_name") }),
		});
		await (onConfirmed ?? refreshUser)();
	});

	if (submission.done && !confirms)
		return (
			<Finished
				text={`Your password is changed. Every other device is signed out${user ? ", and you are signed in here." : "."}`}
				path={paths.account()}
				label="Your Account"
			/>
		);
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
					message={fields.full_name}
				/>
			)}
			{email !== null && (
				<TextField
					label="Account"
					name="username"
					type="email"
					autoComplete="username"
					readOnly
					value={email}
				/>
			)}
			<PasswordField label="New password" is_new message={fields.password} />
			{error !== null && (
				<ProblemNotice detail={error}>
					<Link to={paths.forgotPassword()} className={buttonClass("secondary")}>
						Request a New Link
					</Link>
				</ProblemNotice>
			)}
			<Button type="submit" variant="primary" busy={busy} className="self-start">
				{busy ? "One moment…" : "Save New Password"}
			</Button>
		</form>
	);
}

/** The outcome of a mailed link, with the next page for members; visitors can sign in. */
export function Finished({ text, path, label }: { text: string; path: string; label: string }) {
	const { user, promptSignIn } = useAuth();
	return (
		<div role="status" className="flex flex-col items-start gap-4">
			<p>{text}</p>
			{user ? (
				<Link to={path} className={buttonClass("primary")}>
					{label}
				</Link>
			) : (
				<Button variant="primary" onClick={() => void promptSignIn()}>
					Sign In
				</Button>
			)}
		</div>
	);
}

/** The page that the link in a confirmation mail opens. */
export function ConfirmPage() {
	useDocumentTitle("Confirm your account");
	return (
		<div className="page-width flex flex-col items-start gap-4 py-12 sm:py-16">
			<PageHeading>Confirm your account</PageHeading>
			<MailedPage exchange={{ path: LINK_CODES, purpose: "confirm" }}>
				{(mailed) => <ConfirmAccount {...mailed} />}
			</MailedPage>
		</div>
	);
}

/**
 * Confirms an address on a click. Loading the page does not, because mail scanners follow links.
 */
function ConfirmAccount({ token, email }: { token: string; email: string | null }) {
	const { user, refreshUser, promptSignIn } = useAuth();
	const [state, setState] = useState<"asked" | "unproven" | "done">("asked");
	const { busy, error, run } = useSubmit();

	async function confirmed(): Promise<void> {
		await refreshUser();
		setState("done");
	}

	const confirm = () =>
		run(async () => {
			const answer = await post<ConfirmAnswer>("/api/auth/confirm", { token });
			if (answer.needs_password) setState("unproven");
			else await confirmed();
		});

	if (state === "unproven")
		return <ProveSignUp token={token} email={email} onConfirmed={confirmed} />;
	if (state === "done")
		return (
			<Finished
				text={`Your account is confirmed${user ? " and you are signed in." : ". You can sign in now."}`}
				path={paths.home()}
				label="Analyze a Video"
			/>
		);
	return (
		<div className="flex flex-col items-start gap-4">
			<p>Press the button to confirm that this email address is yours.</p>
			{error !== null && (
				<ProblemNotice detail={error}>
					<Button onClick={() => void promptSignIn(NEW_LINK)}>Sign In for a New Link</Button>
				</ProblemNotice>
			)}
			<Button variant="primary" busy={busy} onClick={confirm}>
				{busy ? "One moment…" : "Confirm My Account"}
			</Button>
		</div>
	);
}

const NEW_LINK =
	"Sign in with your email and password. If your account is not confirmed yet, you can request another link.";

/** A text that takes the focus when it appears, because the clicked button has disappeared. */
function FocusedText({ children }: { children: string }) {
	const text = useRef<HTMLParagraphElement>(null);
	useEffect(() => text.current?.focus(), []);
	return (
		<p ref={text} tabIndex={-1} className="note p-3 focus:outline-none">
			{children}
		</p>
	);
}

/**
 * Used if the link was opened in another browser than the sign-up's. The sign-up's password
 * proves that it is the same person; a new password replaces the old one.
 */
function ProveSignUp({
	token,
	email,
	onConfirmed,
}: {
	token: string;
	email: string | null;
	onConfirmed: () => Promise<void>;
}) {
	const [choosing, setChoosing] = useState(false);
	return (
		<div className="flex max-w-md flex-col items-stretch gap-4">
			{choosing ? (
				<>
					<FocusedText key="new">
						Choose a new password to confirm that this email address is yours.
					</FocusedText>
					<ChoosePassword token={token} email={email} onConfirmed={onConfirmed} />
					<Button variant="quiet" className="self-start" onClick={() => setChoosing(false)}>
						Use My Sign-Up Password
					</Button>
				</>
			) : (
				<>
					<FocusedText key="own">
						You did not sign up in this browser, so please confirm that it was you. If you signed up
						elsewhere, enter the password you chose there. If not, or if you forgot it, choose a new
						one.
					</FocusedText>
					<SignUpPassword token={token} onConfirmed={onConfirmed} />
					<Button className="self-start" onClick={() => setChoosing(true)}>
						Choose a New Password
					</Button>
				</>
			)}
		</div>
	);
}

function SignUpPassword({
	token,
	onConfirmed,
}: {
	token: string;
	onConfirmed: () => Promise<void>;
}) {
	const submission = useSubmit(AUTHENTICATION_FAILED);
	const { busy, error, fields } = submission;
	const submit = submission.onSubmit(async (text) => {
		await post("/api/auth/confirm", { token, password: text("password") });
		await onConfirmed();
	});
	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-4">
			<PasswordField label="Your sign-up password" is_new={false} message={fields.password} />
			{error !== null && <ProblemNotice detail={error} />}
			<Button type="submit" variant="primary" busy={busy} className="self-start">
				{busy ? "One moment…" : "Confirm My Account"}
			</Button>
		</form>
	);
}
