import { useEffect, useRef, useState } from "react";
import type { MessageAnswer } from "#contract/account.ts";
import { request } from "#web/api/request.ts";
import { Button } from "#web/ui/button.tsx";
import { CONFIRM_FIRST } from "./auth-mode.ts";
import { refusalOf } from "./submit-credentials.ts";

/** The account waits for its link; another one can be asked for. */
export function ConfirmFirst({
	email,
	onBack,
}: {
	email: string;
	onBack: () => void;
}) {
	const [note, setNote] = useState("");
	const [busy, setBusy] = useState(false);
	const sentence = useRef<HTMLParagraphElement>(null);
	// The form with the focus has gone; what comes next is read out instead.
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
			setNote(refusalOf(thrown).text);
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
				{CONFIRM_FIRST}
			</p>
			<p className="text-muted">
				The link was sent to <span className="text-ink">{email}</span> and holds
				for a day. If nothing comes, look among the unwanted mails, or send it
				again.
			</p>
			<p role="status" className="font-semibold empty:hidden">
				{note}
			</p>
			<div className="flex flex-wrap gap-3">
				<Button busy={busy} onClick={resend}>
					{busy ? "One moment…" : "Send Again"}
				</Button>
				<Button look="quiet" onClick={onBack}>
					Back to Sign In
				</Button>
			</div>
		</div>
	);
}
