import { useState } from "react";
import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { SubmitNote, TextField } from "#web/ui/form-fields.tsx";

/** The second step of a sign-in: a code of the member's app, or a recovery code. */
export function CodeForm({
	token,
	onSignedIn,
	onBack,
}: {
	/** Proves that the first step was completed. */
	token: string;
	onSignedIn: () => Promise<void>;
	/** Returns to the first step. */
	onBack: () => void;
}) {
	const submission = useSubmit();
	const [recovery, setRecovery] = useState(false);

	const submit = submission.onSubmit(async (text) => {
		await post("/api/auth/second-factor", { token, code: text("code") });
		await onSignedIn();
	});

	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-4">
			<p className="text-muted">
				{recovery
					? "Enter one of your recovery codes. Each works once."
					: "Enter the code from your authenticator app."}
			</p>
			<CodeField key={`${recovery}`} recovery={recovery} message={submission.fields.code} />
			<SubmitNote submission={submission} />
			{submission.code === "sign_in_expired" ? (
				<Button variant="primary" onClick={onBack}>
					Start Again
				</Button>
			) : (
				<Button type="submit" variant="primary" busy={submission.busy}>
					{submission.busy ? "One moment…" : "Sign In"}
				</Button>
			)}
			<div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line pt-3 text-sm">
				<Button variant="quiet" onClick={() => setRecovery(!recovery)}>
					{recovery ? "Use My App" : "Use a Recovery Code"}
				</Button>
				<Button variant="quiet" onClick={onBack}>
					Back to Sign In
				</Button>
			</div>
		</form>
	);
}

/**
 * Accepts six digits, which phones offer to fill in, or a recovery code. `either` takes both: a
 * phone that shows digits alone could not type a recovery code.
 */
export function CodeField({
	recovery = false,
	either = false,
	message,
}: {
	recovery?: boolean;
	either?: boolean;
	message?: string | undefined;
}) {
	return (
		<TextField
			label={recovery ? "Recovery code" : either ? "Code or recovery code" : "Code"}
			name="code"
			type="text"
			inputMode={recovery || either ? "text" : "numeric"}
			autoComplete={recovery ? "off" : "one-time-code"}
			autoCapitalize="none"
			spellCheck={false}
			required
			maxLength={40}
			message={message}
		/>
	);
}
