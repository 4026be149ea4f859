import { type SubmitEvent, useState } from "react";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField, SubmitNote, TextField } from "#web/ui/form-fields.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { type AuthMode, type FormError, submitCredentials } from "./submit-credentials.ts";

const LINK =
	"min-h-8 font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink";

/** Sign-in and sign-up by email and password. */
export function AuthForm({
	mode,
	email,
	again,
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
	onEmail: (email: string) => void;
	onMode: (mode: AuthMode) => void;
	/** The visitor is signed in. */
	onSignedIn: () => Promise<void>;
	/** The address has to be confirmed first. */
	onConfirmationSent: () => void;
	/** The password is correct, and a code is required with this token. */
	onCodeAsked: (token: string) => void;
}) {
	const [error, setRefusal] = useState<FormError | null>(null);
	const [busy, setBusy] = useState(false);

	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		const outcome = await submitCredentials(mode, new FormData(event.currentTarget));
		setRefusal(outcome.kind === "refused" ? outcome.error : null);
		if (outcome.kind === "signed_in") await onSignedIn();
		if (outcome.kind === "confirmation_sent") onConfirmationSent();
		if (outcome.kind === "second_factor") onCodeAsked(outcome.token);
		setBusy(false);
	}

	const other = mode === "sign-in" ? "sign-up" : "sign-in";
	const words = mode === "sign-in" ? "Sign In" : "Create Account";
	return (
		<>
			<form onSubmit={submit} noValidate className="flex flex-col gap-4">
				{mode === "sign-up" && (
					<TextField
						label="Full name"
						name="full_name"
						type="text"
						autoComplete="name"
						required
						message={error?.fields.full_name}
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
					message={error?.fields.email}
				/>
				<PasswordField is_new={mode === "sign-up"} message={error?.fields.password} />
				{error !== null && (
					<SubmitNote
						submission={{
							error: error.text,
							fields: error.fields,
							done: false,
						}}
						done=""
					/>
				)}
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
								setRefusal(null);
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

/** Opens in a new tab, so that the form keeps its values. */
function Agreement() {
	return (
		<p className="text-sm text-muted">
			By creating an account you agree to the{" "}
			<OutsideLink href={paths.terms()}>Terms of Service</OutsideLink> and the{" "}
			<OutsideLink href={paths.privacy()}>Privacy Policy</OutsideLink>. Your name appears with your
			votes and analyses on the community pages; you can hide it in your account.
		</p>
	);
}
