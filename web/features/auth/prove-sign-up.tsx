import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { request } from "#web/api/request.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { ChoosePassword } from "./choose-password.tsx";
import { type AuthRefusal, refusalOf } from "./submit-credentials.ts";

/**
 * For a link that was opened in another browser than the sign-up's: its password
 * shows that it was the same person, and a new one makes that unimportant.
 */
export function ProveSignUp({
	token,
	onConfirmed,
}: {
	token: string;
	onConfirmed: () => Promise<void>;
}) {
	const [choosing, setChoosing] = useState(false);
	const sentence = useRef<HTMLParagraphElement>(null);
	// What was pressed has gone; what comes in its place is read out instead.
	// biome-ignore lint/correctness/useExhaustiveDependencies: each way has a sentence of its own
	useEffect(() => sentence.current?.focus(), [choosing]);
	const lead = (words: string) => (
		<p
			ref={sentence}
			tabIndex={-1}
			className="border-l-4 border-ink bg-sunken p-3 focus:outline-none"
		>
			{words}
		</p>
	);
	return (
		<div className="flex max-w-md flex-col items-stretch gap-4">
			{choosing ? (
				<>
					{lead(
						"Choose a new password, and this address is confirmed as yours.",
					)}
					<ChoosePassword token={token} onConfirmed={onConfirmed} />
					<Button
						look="quiet"
						className="self-start"
						onClick={() => setChoosing(false)}
					>
						Use the Password of the Sign-Up
					</Button>
				</>
			) : (
				<>
					{lead(
						"You did not sign up in this browser, so please show that it was you. If you signed up elsewhere, enter the password that you chose there. If you did not, or have forgotten it, choose a new one.",
					)}
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
	const [refusal, setRefusal] = useState<AuthRefusal | null>(null);
	const [busy, setBusy] = useState(false);

	async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		if (busy) return;
		const password = String(
			new FormData(event.currentTarget).get("password") ?? "",
		);
		setBusy(true);
		setRefusal(null);
		try {
			await request("/api/auth/confirm", {
				method: "POST",
				body: { token, password },
			});
			await onConfirmed();
		} catch (thrown) {
			setRefusal(refusalOf(thrown));
			setBusy(false);
		}
	}

	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-4">
			<PasswordField
				label="Password of your sign-up"
				fresh={false}
				message={refusal?.fields.password}
			/>
			{refusal !== null && <ProblemNotice detail={refusal.text} />}
			<Button type="submit" look="primary" busy={busy} className="self-start">
				{busy ? "One moment…" : "Confirm My Account"}
			</Button>
		</form>
	);
}
