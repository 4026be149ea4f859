import { useEffect, useRef, useState } from "react";
import type { MailedAnswer } from "#contract/deliveries.ts";
import { AUTHENTICATION_FAILED, CONFIRM_EMAIL_FIRST } from "#contract/texts.ts";
import { keepsLink, keepUntilConfirmed } from "#web/api/kept-link.ts";
import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { DeliveryNote } from "../delivery-note.tsx";

/** The account waits for confirmation; another link can be requested. */
export function ConfirmationSent({
	email,
	first,
	onBack,
}: {
	email: string;
	/** The delivery of the sign-up's email; null if none was sent now. */
	first: string | null;
	onBack: () => void;
}) {
	const [answer, setAnswer] = useState("");
	const [keeps_link] = useState(keepsLink);
	const [delivery, setDelivery] = useState(first);
	const submission = useSubmit(AUTHENTICATION_FAILED);
	const sentence = useRef<HTMLParagraphElement>(null);
	// The form that had the focus is gone, so the new text takes the focus and is read out.
	useEffect(() => {
		keepUntilConfirmed();
		sentence.current?.focus();
	}, []);
	const resend = () =>
		submission.run(async () => {
			setAnswer("");
			const again = await post<MailedAnswer>("/api/auth/resend", { email });
			setDelivery(again.delivery_id);
			setAnswer(again.message);
		});
	return (
		<div className="flex flex-col gap-4">
			<p ref={sentence} tabIndex={-1} className="note p-3 focus:outline-none">
				{CONFIRM_EMAIL_FIRST}
			</p>
			<p className="text-muted">
				We sent the link to <span className="text-ink">{email}</span>. It works for 24 hours. If you
				do not see the email, check your spam folder or send it again.
			</p>
			{keeps_link && (
				<p className="text-muted">
					Your video link is kept in this browser: once you confirm here, in any tab, the analysis
					starts by itself. If you confirm on another device, come back and sign in here.
				</p>
			)}
			<DeliveryNote delivery={delivery} />
			<p role="status" className="font-semibold empty:hidden">
				{submission.error ?? answer}
			</p>
			<div className="flex flex-wrap gap-3">
				<Button busy={submission.busy} onClick={resend}>
					{submission.busy ? "One moment…" : "Send Again"}
				</Button>
				<Button variant="quiet" onClick={onBack}>
					Back to Sign In
				</Button>
			</div>
		</div>
	);
}
