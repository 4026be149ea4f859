import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { MessageAnswer } from "#contract/account.ts";
import { CONFIRM_EMAIL_FIRST } from "#contract/texts.ts";
import { request } from "#web/api/request.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { AuthForm } from "./auth-form.tsx";
import { CodeForm } from "./code-form.tsx";
import { ForgotForm } from "./forgot-password-page.tsx";
import { type AuthMode, toFormError } from "./submit-credentials.ts";

const TITLES: Record<AuthMode, string> = {
	"sign-in": "Sign In",
	"sign-up": "Create Account",
	forgot: "Forgot Password",
};

/** Every way to sign in, in one dialog. */
export function AuthDialog({
	open,
	mode,
	reason,
	problem,
	member,
	waiting,
	google,
	onMode,
	onSignedIn,
	onClose,
	onClosed,
}: {
	open: boolean;
	mode: AuthMode;
	/** Why the visitor is asked to sign in. */
	reason: string | undefined;
	/** Why the last attempt with Google failed. */
	problem: string | undefined;
	/** The address of the signed-in member who has to reauthenticate. */
	member: string | undefined;
	/** The token of a sign-in with Google that still needs a code. */
	waiting: string | undefined;
	/** Whether this site has Google sign-in set up. */
	google: boolean;
	onMode: (mode: AuthMode) => void;
	onSignedIn: () => Promise<void>;
	onClose: () => void;
	onClosed: () => void;
}) {
	const [email, setEmail] = useState(member ?? "");
	const [confirmation_sent, setMailed] = useState(false);
	const [dismissed, setSpent] = useState(false);
	const [code_token, setCodeToken] = useState(waiting);
	const choose = (next: AuthMode) => {
		setCodeToken(undefined);
		setMailed(false);
		setSpent(true);
		onMode(next);
	};
	const forgot = mode === "forgot";
	return (
		<Dialog
			open={open}
			title={
				code_token !== undefined
					? "Enter Your Code"
					: confirmation_sent
						? "Check Your Email"
						: TITLES[mode]
			}
			onClose={onClose}
			onClosed={onClosed}
		>
			<div className="mt-2 flex flex-col gap-4">
				{problem !== undefined && !dismissed && !confirmation_sent && (
					<p role="alert" className="border-l-4 border-ink bg-sunken p-3">
						{problem}
					</p>
				)}
				{code_token !== undefined ? (
					<CodeForm token={code_token} onSignedIn={onSignedIn} onBack={() => choose("sign-in")} />
				) : confirmation_sent ? (
					<ConfirmationSent email={email} onBack={() => choose("sign-in")} />
				) : forgot ? (
					<ForgotForm email={email} onEmail={setEmail} onBack={() => choose("sign-in")} />
				) : (
					<>
						{reason !== undefined && <p className="text-muted">{reasonFor(mode, reason)}</p>}
						{google && <GoogleSignIn />}
						<AuthForm
							mode={mode}
							email={email}
							again={member !== undefined}
							onEmail={setEmail}
							onMode={choose}
							onSignedIn={onSignedIn}
							onConfirmationSent={() => setMailed(true)}
							onCodeAsked={setCodeToken}
						/>
					</>
				)}
			</div>
		</Dialog>
	);
}

/** The reason shown in the dialog. In the sign-up form, the reason asks to create an account. */
function reasonFor(mode: AuthMode, reason: string): string {
	return mode === "sign-up"
		? reason
				.replace(/^Sign in to /, "Create an account to ")
				.replace(/^Please sign in to /, "Please create an account to ")
		: reason;
}

/** Starts the sign-in with Google, which returns to this page. */
function GoogleSignIn() {
	const { pathname, search, hash } = useLocation();
	const back = encodeURIComponent(pathname + search + hash);
	return (
		<>
			<a href={`/api/auth/google?return_to=${back}`} className={buttonClass("secondary")}>
				Continue with Google
			</a>
			<p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
				Or continue with email
			</p>
		</>
	);
}

/** The account waits for confirmation; another link can be requested. */
function ConfirmationSent({ email, onBack }: { email: string; onBack: () => void }) {
	const [note, setNote] = useState("");
	const [busy, setBusy] = useState(false);
	const sentence = useRef<HTMLParagraphElement>(null);
	// The form that had the focus is gone, so the new text takes the focus and is read out.
	useEffect(() => sentence.current?.focus(), []);

	async function resend(): Promise<void> {
		setBusy(true);
		setNote("");
		try {
			const answer = await request<MessageAnswer>("/api/auth/resend", {
				method: "POST",
				body: { email },
			});
			setNote(answer.message);
		} catch (thrown) {
			setNote(toFormError(thrown).text);
		}
		setBusy(false);
	}

	return (
		<div className="flex flex-col gap-4">
			<p
				ref={sentence}
				tabIndex={-1}
				className="border-l-4 border-ink bg-sunken p-3 focus:outline-none"
			>
				{CONFIRM_EMAIL_FIRST}
			</p>
			<p className="text-muted">
				We sent the link to <span className="text-ink">{email}</span>. It works for 24 hours. If you
				do not see the email, check your spam folder or send it again.
			</p>
			<p role="status" className="font-semibold empty:hidden">
				{note}
			</p>
			<div className="flex flex-wrap gap-3">
				<Button busy={busy} onClick={resend}>
					{busy ? "One moment…" : "Send Again"}
				</Button>
				<Button variant="quiet" onClick={onBack}>
					Back to Sign In
				</Button>
			</div>
		</div>
	);
}
