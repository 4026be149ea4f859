import { type SubmitEvent, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { grouped } from "#web/ui/format-count.ts";
import { TextArea } from "#web/ui/text-area.tsx";

/** As long as the API takes a response. */
const MOST_CHARS = 5_000;
/** From here on the room that is left is told. */
const TELL_FROM = 4_500;

/** Where a creator writes what every reader of the report will see. */
export function ResponseForm({
	channel,
	label,
	initial,
	busy,
	refusal,
	onSubmit,
	onCancel,
}: {
	channel: string;
	label: string;
	initial: string;
	busy: boolean;
	refusal: string | null;
	onSubmit: (body: string) => void;
	onCancel: () => void;
}) {
	const [text, setText] = useState(initial);
	const [missing, setMissing] = useState(false);
	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const empty = text.trim() === "";
		setMissing(empty);
		if (!empty && !busy) onSubmit(text);
	}
	const left = MOST_CHARS - text.length;
	const hint =
		text.length >= TELL_FROM
			? `${grouped(left)} characters left.`
			: `Every reader sees it, signed with your channel's name: ${channel}.`;
	return (
		<form onSubmit={submit} noValidate className="flex w-full flex-col gap-3">
			<TextArea
				label={label}
				name="body"
				rows={5}
				maxLength={MOST_CHARS}
				value={text}
				onChange={(event) => setText(event.target.value)}
				hint={hint}
				message={missing ? "Write something first." : undefined}
			/>
			{refusal !== null && (
				<p role="alert" className="font-semibold">
					{refusal}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				<Button type="submit" look="primary" busy={busy}>
					{busy ? "Publishing…" : "Publish Response"}
				</Button>
				<Button onClick={onCancel}>Cancel</Button>
			</div>
		</form>
	);
}
