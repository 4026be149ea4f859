import { type ReactNode, useState } from "react";
import { post } from "#web/api/request.ts";
import { useSubmit } from "#web/api/use-submit.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { BrokenLink, useLink } from "#web/ui/mailed-link.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";

type Mailed = { token: string; email: string | null };

/**
 * A page that a mail leads to: what its link does, or a field for the code beside the link, which
 * mail gateways break.
 */
export function MailedPage({
	exchange,
	is_new_email = false,
	children,
}: {
	/** Where the code is exchanged for the link's token. */
	exchange: { path: string; purpose?: "confirm" | "reset" | "change" };
	/** Whether the mail went to an address that the account is to get. */
	is_new_email?: boolean;
	children: (mailed: Mailed) => ReactNode;
}) {
	const link = useLink();
	const [typed, setTyped] = useState<Mailed | null>(null);
	const mailed = typed ?? (link.token === null ? null : { token: link.token, email: link.email });
	const form = <CodeForm exchange={exchange} is_new_email={is_new_email} onToken={setTyped} />;
	if (mailed === null)
		return (
			<>
				{link.is_cut && <BrokenLink />}
				{form}
			</>
		);
	return (
		<>
			<div key={mailed.token} className="contents">
				{children(mailed)}
			</div>
			{typed === null && (
				<details className="w-full max-w-md">
					<summary className="w-fit cursor-pointer py-2 text-sm text-muted">
						Use the code of the email instead
					</summary>
					<div className="pt-3">{form}</div>
				</details>
			)}
		</>
	);
}

function CodeForm({
	exchange: { path, purpose },
	is_new_email,
	onToken,
}: {
	exchange: { path: string; purpose?: string };
	is_new_email: boolean;
	onToken: (mailed: Mailed) => void;
}) {
	const submission = useSubmit();
	const { busy, error, fields } = submission;
	const submit = submission.onSubmit(async (text) => {
		const email = text("email");
		const given = { email, code: text("code"), ...(purpose && { purpose }) };
		const { token } = await post<{ token: string }>(path, given);
		onToken({ token, email });
	});
	return (
		<form onSubmit={submit} noValidate className="flex w-full max-w-md flex-col gap-4">
			<p className="text-muted">The email has a code below its link, which does the same.</p>
			<TextField
				label={is_new_email ? "New email" : "Email"}
				name="email"
				type="email"
				autoComplete={is_new_email ? "email" : "username"}
				autoCapitalize="none"
				spellCheck={false}
				required
				message={fields.email}
			/>
			<TextField
				label="Code from the email"
				name="code"
				type="text"
				autoComplete="one-time-code"
				autoCapitalize="characters"
				spellCheck={false}
				required
				hint="Eight letters and digits."
				message={fields.code}
			/>
			{error !== null && fields.code === undefined && <ProblemNotice detail={error} />}
			<Button type="submit" busy={busy} className="self-start">
				{busy ? "One moment…" : "Use This Code"}
			</Button>
		</form>
	);
}
