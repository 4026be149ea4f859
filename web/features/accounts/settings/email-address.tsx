import { useState } from "react";
import type { EditedMe, MailedAnswer } from "#contract/deliveries.ts";
import type { Me } from "#contract/me.ts";
import { CONFIRMED_ON_CONSOLE } from "#contract/texts.ts";
import { keys } from "#web/api/keys.ts";
import { post, request } from "#web/api/request.ts";
import { useHealth, useSeesConsole } from "#web/api/use-site.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { useEmailQuestion } from "#web/ui/email-question.tsx";
import { PasswordField, SubmitNote, TextField } from "#web/ui/form-fields.tsx";
import { DeliveryNote } from "../delivery-note.tsx";
import { useFreshSignIn } from "../use-fresh-sign-in.ts";

/** The member's address, how it is confirmed, and how it is changed. */
export function EmailAddress({ me, onSaved }: { me: Me; onSaved: () => Promise<unknown> }) {
	const mail = useHealth()?.mail;
	return (
		<>
			<p className="font-semibold wrap-anywhere">{me.email}</p>
			{!me.email_confirmed && mail !== undefined && <NotConfirmed email={me.email} mail={mail} />}
			{mail === true && <ChangeForm me={me} onSaved={onSaved} />}
			{mail === false && (
				<p className="text-muted">
					You cannot change it here: this site sends no email, so it cannot confirm another one.
				</p>
			)}
		</>
	);
}

/** Requests the confirmation link, which is mailed or printed on the server's console. */
function NotConfirmed({ email, mail }: { email: string; mail: boolean }) {
	const [answer, setAnswer] = useState<MailedAnswer | null>(null);
	const submission = useSubmit();
	const sees_console = useSeesConsole();
	const send = () =>
		submission.run(async () => {
			setAnswer(await post<MailedAnswer>("/api/auth/resend", { email }));
		});
	return (
		<div className="flex flex-col items-start gap-3">
			<p className="text-muted">Not confirmed. {sees_console && CONFIRMED_ON_CONSOLE}</p>
			{(mail || sees_console) && (
				<Button busy={submission.busy} onClick={send}>
					{mail ? "Send Confirmation Link" : "Print the Admin Link Again"}
				</Button>
			)}
			<SubmitNote submission={submission} done={answer?.message ?? ""} />
			<DeliveryNote delivery={answer?.delivery_id ?? null} />
		</div>
	);
}

/** Asks for a new address, and says which one waits to be confirmed. */
function ChangeForm({ me, onSaved }: { me: Me; onSaved: () => Promise<unknown> }) {
	const [delivery, setDelivery] = useState<string | null>(null);
	const submission = useSubmit();
	const { before, question } = useEmailQuestion();
	const withFreshSignIn = useFreshSignIn();
	const submit = submission.onSubmit(async (text, form) => {
		const body = { email: text("email"), ...(me.has_password && { password: text("password") }) };
		const edited = await withFreshSignIn(() =>
			request<EditedMe>(keys.me, { method: "PATCH", body }),
		);
		setDelivery(edited.delivery_id);
		await onSaved();
		form.reset();
	});
	const { pending_email } = me;
	return (
		<form onSubmit={before(submit)} noValidate className="flex w-full flex-col gap-4">
			<p className="text-muted">
				A new address counts once you open the link we send to it. That signs you out on every other
				device.
			</p>
			{/* Announced when it appears, so it is there before. */}
			<div role="status" className="empty:hidden">
				{pending_email !== null && (
					<p className="note px-4 py-3">
						We sent a link to{" "}
						<strong className="font-semibold wrap-anywhere">{pending_email}</strong>. Open it within
						24 hours in a browser where you are signed in. Until then your address stays as it is.
						No email? Check your spam folder, or ask again below.
					</p>
				)}
			</div>
			<DeliveryNote delivery={delivery} />
			<TextField
				label="New email address"
				name="email"
				type="email"
				autoComplete="email"
				autoCapitalize="none"
				spellCheck={false}
				required
				message={submission.fields.email}
			/>
			{question}
			{me.has_password && (
				<PasswordField label="Your password" is_new={false} message={submission.fields.password} />
			)}
			<SubmitNote submission={submission} />
			<Button type="submit" busy={submission.busy} className="self-start">
				{submission.busy ? "Saving…" : "Change Address"}
			</Button>
		</form>
	);
}
