import { type SubmitEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { PasswordField } from "./password-field.tsx";
import { type AuthRefusal, submitCredentials } from "./submit-credentials.ts";

export type AuthMode = "sign-in" | "sign-up";

const CONFIRM =
	"Please check your email to confirm your account before signing in.";

/** Sign-in and sign-up by email and password. */
export function AuthForm({
	mode,
	reason,
	onMode,
	onAnswer,
}: {
	mode: AuthMode;
	/** Why the visitor is asked. */
	reason: string | undefined;
	onMode: (mode: AuthMode) => void;
	/** The server agreed; answers whether somebody is signed in now. */
	onAnswer: () => Promise<boolean>;
}) {
	const [refusal, setRefusal] = useState<AuthRefusal | null>(null);
	const [confirm, setConfirm] = useState(false);
	const [busy, setBusy] = useState(false);

	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (busy) return;
		setBusy(true);
		setConfirm(false);
		const refused = await submitCredentials(
			mode,
			new FormData(event.currentTarget),
		);
		setRefusal(refused);
		if (refused === null) setConfirm(!(await onAnswer()));
		setBusy(false);
	}

	const other = mode === "sign-in" ? "sign-up" : "sign-in";
	const words = mode === "sign-in" ? "Sign In" : "Create Account";
	return (
		<div className="mt-2 flex flex-col gap-4">
			{reason !== undefined && <p className="text-muted">{reason}</p>}
			<form onSubmit={submit} noValidate className="flex flex-col gap-4">
				{mode === "sign-up" && (
					<TextField
						label="Full name"
						name="full_name"
						type="text"
						autoComplete="name"
						required
						message={refusal?.fields.full_name}
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
					message={refusal?.fields.email}
				/>
				<PasswordField mode={mode} message={refusal?.fields.password} />
				{refusal !== null && (
					<p role="alert" className="font-semibold">
						{refusal.text}
					</p>
				)}
				{confirm && (
					<p role="status" className="border-l-4 border-ink bg-sunken p-3">
						{CONFIRM}
					</p>
				)}
				<Button type="submit" look="primary" busy={busy}>
					{busy ? "One moment…" : words}
				</Button>
			</form>
			<p className="border-t border-line pt-3 text-sm">
				{mode === "sign-in" ? "New here?" : "Already a member?"}{" "}
				<button
					type="button"
					onClick={() => {
						setRefusal(null);
						onMode(other);
					}}
					className="min-h-8 font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
				>
					{other === "sign-in" ? "Sign In" : "Create Account"}
				</button>
			</p>
		</div>
	);
}
