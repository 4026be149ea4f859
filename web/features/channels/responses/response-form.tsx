import { type SubmitEvent, useState } from "react";
import { formatNumber } from "#contract/format.ts";
import { MAX_RESPONSE_CHARS } from "#contract/limits.ts";
import { Button } from "#web/ui/button.tsx";
import { AddressField, TextArea } from "#web/ui/form-fields.tsx";

/** From this length on, the number of remaining characters is shown. */
const TELL_FROM = 4_500;

/** What a creator entered; `page` is empty without a page. */
export type WrittenResponse = { body: string; page: string };

/** The form for a public response. */
export function ResponseForm({
	channel,
	label,
	initial,
	busy,
	page_use,
	refusal,
	page_refusal,
	onSubmit,
	onCancel,
}: {
	channel: string;
	label: string;
	initial: string;
	busy: boolean;
	/** What a page that supports the response is used for; null if none can be added. */
	page_use: string | null;
	refusal: string | null;
	/** Why the page was refused; then it is the `refusal`, too. */
	page_refusal: string | null;
	onSubmit: (written: WrittenResponse) => void;
	onCancel: () => void;
}) {
	const [text, setText] = useState(initial);
	const [missing, setMissing] = useState(false);
	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const empty = text.trim() === "";
		setMissing(empty);
		const page = new FormData(event.currentTarget).get("page");
		if (!empty && !busy) onSubmit({ body: text, page: String(page ?? "").trim() });
	}
	const left = MAX_RESPONSE_CHARS - text.length;
	const hint =
		text.length >= TELL_FROM
			? `${formatNumber(left)} characters left.`
			: `Everyone can read it, under your channel's name: ${channel}.`;
	return (
		<form onSubmit={submit} noValidate className="flex w-full flex-col gap-3">
			<TextArea
				label={label}
				name="body"
				rows={5}
				maxLength={MAX_RESPONSE_CHARS}
				value={text}
				onChange={(event) => setText(event.target.value)}
				hint={hint}
				message={missing ? "Write something first." : undefined}
			/>
			{page_use !== null && (
				<AddressField
					label="A page that supports your reply"
					name="page"
					hint={`Optional. ${page_use} It never decides alone.`}
					message={page_refusal ?? undefined}
				/>
			)}
			{refusal !== null && (
				<p role="alert" className={page_refusal === null ? "font-semibold" : "sr-only"}>
					{refusal}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="primary" busy={busy}>
					{busy ? "Publishing…" : "Publish Response"}
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}
