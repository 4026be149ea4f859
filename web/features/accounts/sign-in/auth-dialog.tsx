import { useState } from "react";
import { useLocation } from "react-router-dom";
import type { AuthError, SignInOutcome } from "#contract/account.ts";
import { SECOND_FACTOR_FRAGMENT } from "#contract/addresses.ts";
import type { MailedAnswer } from "#contract/deliveries.ts";
import { AUTHENTICATION_FAILED, CONFIRMED_ON_CONSOLE } from "#contract/texts.ts";
import { ApiProblem } from "#web/api/api-problem.ts";
import { post } from "#web/api/request.ts";
import { useSeesConsole } from "#web/api/use-site.ts";
import { type Submission, useSubmit } from "#web/api/use-submit.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { useEmailQuestion } from "#web/ui/email-question.tsx";
import { PasswordField, SubmitNote, TextField } from "#web/ui/form-fields.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import type { AuthMode, AuthPrompt } from "../auth-context.ts";
import { CodeForm } from "./code-form.tsx";
import { ConfirmationSent } from "./confirmation-sent.tsx";
import { ForgotForm } from "./forgot-password-page.tsx";

const TITLES: Record<AuthMode, string> = {
	"sign-in": "Sign In",
	"sign-up": "Create Account",
	forgot: "Forgot Password",
};

/** Every way to sign in, in one dialog. */
export function AuthDialog({
	open,
	mode,
	prompt: { reason, may_read, problem, token, member },
	google,
	onMode,
	onSignedIn,
	onRead,
	onClose,
	onClosed,
}: {
	open: boolean;
	mode: AuthMode;
	prompt: AuthPrompt;
	/** Whether this site has Google sign-in set up. */
	google: boolean;
	onMode: (mode: AuthMode) => void;
	/** Returns false if the browser did not keep the session. */
	onSignedIn: () => Promise<boolean>;
	/** The visitor reads without an account. */
	onRead: () => void;
	onClose: () => void;
	onClosed: () => void;
}) {
	const [email, setEmail] = useState(member ?? "");
	const [confirmation_sent, setConfirmationSent] = useState(false);
	const [delivery, setDelivery] = useState<string | null>(null);
	const [dismissed, setDismissed] = useState(false);
	const [code_token, setCodeToken] = useState(token);
	const proceed = async () => {
		if (!(await onSignedIn())) throw new ApiProblem(0, "cookies_blocked", COOKIES_BLOCKED);
	};
	const choose = (next: AuthMode) => {
		setCodeToken(undefined);
		setConfirmationSent(false);
		setDismissed(true);
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
					<p role="alert" className="note p-3">
						{problem}
					</p>
				)}
				{code_token !== undefined ? (
					<CodeForm token={code_token} onSignedIn={proceed} onBack={() => choose("sign-in")} />
				) : confirmation_sent ? (
					<ConfirmationSent email={email} first={delivery} onBack={() => choose("sign-in")} />
				) : forgot ? (
					<ForgotForm email={email} onEmail={setEmail} onBack={() => choose("sign-in")} />
				) : (
					<>
						{reason !== undefined && <p className="text-muted">{reasonFor(mode, reason)}</p>}
						{may_read && <ReadingOffer onRead={onRead} />}
						{google && <GoogleSignIn />}
						<AuthForm
							mode={mode}
							email={email}
							again={member !== undefined}
							google={google}
							onEmail={setEmail}
							onMode={choose}
							onSignedIn={proceed}
							onConfirmationSent={(sent) => {
								setDelivery(sent);
								setConfirmationSent(true);
							}}
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

/** The way on without an account, and what an account is for. */
function ReadingOffer({ onRead }: { onRead: () => void }) {
	return (
		<>
			<p className="text-muted">
				Reading is free. An account is for analyzing videos, voting and responding.
			</p>
			<Button data-first-focus="" onClick={onRead}>
				Read without signing in
			</Button>
			<Divider>Or use an account</Divider>
		</>
	);
}

function Divider({ children }: { children: string }) {
	return (
		<p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
			{children}
		</p>
	);
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
			<Divider>Or continue with email</Divider>
		</>
	);
}

const PARAMETER = "auth_error";

const WORDS: Record<AuthError, string> = {
	google_failed: "Google sign-in failed",
	google_unverified:
		"Google sign-in failed: Google has not verified your email address. Please use email authentication.",
	google_not_recent:
		"Google has not asked for your password in the last 30 minutes. Sign out of Google and try again, or set a password here with Forgot Password.",
	google_needs_password:
		"There is an account with this address, and Google cannot say who owns the address today. Sign in with your password once, or choose a new one with Forgot Password. From then on Google signs you in.",
};

/**
 * Reads the outcome of Google sign-in from the page's address and removes it there, so that a
 * reload does not show it again.
 */
export function readGoogleReturn(): Pick<AuthPrompt, "problem" | "token"> {
	const url = new URL(window.location.href);
	const code = url.searchParams.get(PARAMETER);
	url.searchParams.delete(PARAMETER);
	const fragment = new URLSearchParams(url.hash.slice(1));
	const token = fragment.get(SECOND_FACTOR_FRAGMENT) ?? undefined;
	if (token !== undefined) url.hash = "";
	window.history.replaceState(window.history.state, "", url);
	if (code === null) return { problem: undefined, token };
	const problem = Object.hasOwn(WORDS, code) ? WORDS[code as AuthError] : WORDS.google_failed;
	return { problem, token };
}

const LINK = "min-h-8 font-semibold link";

/** Sign-in and sign-up by email and password. */
function AuthForm({
	mode,
	email,
	again,
	google,
	onEmail,
	onMode,
	onSignedIn,
	onConfirmationSent,
	onCodeAsked,
}: {
	mode: "sign-in" | "sign-up";
	email: string;
	/**
	 * Whether the member with this address reauthenticates, in which case no other account can be
	 * used.
	 */
	again: boolean;
	google: boolean;
	onEmail: (email: string) => void;
	onMode: (mode: AuthMode) => void;
	/** The visitor is signed in. */
	onSignedIn: () => Promise<void>;
	/** The address has to be confirmed first. */
	onConfirmationSent: (delivery: string | null) => void;
	/** The password is correct, and a code is required with this token. */
	onCodeAsked: (token: string) => void;
}) {
	const submission = useSubmit(AUTHENTICATION_FAILED);
	const { before, question } = useEmailQuestion();
	const { busy, fields } = submission;
	const submit = submission.onSubmit(async (text) => {
		const outcome = await signInOrUp(mode, text);
		if (outcome.kind === "signed_in") await onSignedIn();
		if (outcome.kind === "confirmation_sent") onConfirmationSent(outcome.delivery);
		if (outcome.kind === "second_factor") onCodeAsked(outcome.token);
	});
	const other = mode === "sign-in" ? "sign-up" : "sign-in";
	const words = mode === "sign-in" ? "Sign In" : "Create Account";
	return (
		<>
			<form
				onSubmit={mode === "sign-up" ? before(submit) : submit}
				noValidate
				className="flex flex-col gap-4"
			>
				{mode === "sign-up" && (
					<TextField
						label="Full name"
						name="full_name"
						type="text"
						autoComplete="name"
						required
						message={fields.full_name}
					/>
				)}
				<TextField
					label="Email"
					name="email"
					type="email"
					autoComplete={mode === "sign-in" ? "username" : "email"}
					autoCapitalize="none"
					spellCheck={false}
					required
					readOnly={again}
					value={email}
					onChange={(event) => onEmail(event.target.value)}
					message={fields.email}
				/>
				{mode === "sign-up" && question}
				<PasswordField is_new={mode === "sign-up"} message={fields.password} />
				<SubmitNote submission={submission} hint={hintFor(submission, google)} />
				{mode === "sign-up" && <Agreement />}
				<Button type="submit" variant="primary" busy={busy}>
					{busy ? "One moment…" : words}
				</Button>
			</form>
			<div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line pt-3 text-sm">
				{!again && (
					<p>
						{mode === "sign-in" ? "New here?" : "Already a member?"}{" "}
						<button
							type="button"
							onClick={() => {
								submission.clear();
								onMode(other);
							}}
							className={LINK}
						>
							{other === "sign-in" ? "Sign In" : "Create Account"}
						</button>
					</p>
				)}
				{mode === "sign-in" && (
					<button type="button" onClick={() => onMode("forgot")} className={LINK}>
						Forgot password?
					</button>
				)}
			</div>
		</>
	);
}

/** What to try if the sentence alone does not say it. */
function hintFor({ error, code }: Submission, google: boolean): string | undefined {
	if (error !== AUTHENTICATION_FAILED) return undefined;
	if (code !== "authentication_failed") return "Please try again in a moment.";
	return google
		? "Check your email address and password. If you signed up with Google, use Continue with Google."
		: "Check your email address and password.";
}

/** Opens in a new tab, so that the form keeps its values. */
function Agreement() {
	const sees_console = useSeesConsole();
	return (
		<p className="text-sm text-muted">
			{sees_console && `${CONFIRMED_ON_CONSOLE} `}
			By creating an account you agree to the{" "}
			<OutsideLink href={paths.terms()}>Terms of Service</OutsideLink> and the{" "}
			<OutsideLink href={paths.privacy()}>Privacy Policy</OutsideLink>. Your name appears with your
			votes and analyses on the community pages; you can hide it in your account.
		</p>
	);
}

type SignInResult =
	| { kind: "signed_in" }
	/** A code is required next, with this token. */
	| { kind: "second_factor"; token: string }
	/** The address must first be confirmed with a mailed link. */
	| { kind: "confirmation_sent"; delivery: string | null };

const COOKIES_BLOCKED =
	"You are signed in, but your browser blocks this site's cookies and forgets it at once. Allow cookies for this site in your browser's settings, then sign in again. Inside another site's page, open this site in a tab of its own.";

/** Signs in or up with the form's texts. Throws `ApiProblem` if the server refuses. */
async function signInOrUp(
	mode: "sign-in" | "sign-up",
	text: (name: string) => string,
): Promise<SignInResult> {
	const credentials = { email: text("email"), password: text("password") };
	if (mode === "sign-in" && (credentials.email === "" || credentials.password === ""))
		throw new ApiProblem(0, "nothing_entered", "Enter your email address and password.");
	const body = mode === "sign-in" ? credentials : { full_name: text("full_name"), ...credentials };
	try {
		const answer = await post<SignInOutcome | MailedAnswer>(`/api/auth/${mode}`, body);
		if ("second_factor" in answer) return { kind: "second_factor", token: answer.token };
		return "message" in answer
			? { kind: "confirmation_sent", delivery: answer.delivery_id }
			: { kind: "signed_in" };
	} catch (thrown) {
		if (thrown instanceof ApiProblem && thrown.code === "email_unconfirmed")
			return { kind: "confirmation_sent", delivery: null };
		throw thrown;
	}
}
