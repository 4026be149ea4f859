import { type SubmitEvent, useId, useState } from "react";
import { Button } from "./button.tsx";
import { useDraft } from "./use-draft.ts";

/** Takes a transcript by paste, for a video that hands none out. */
export function TranscriptForm({
	draftKey,
	busy,
	onTranscript,
}: {
	/** Whose transcript it is: what was pasted is kept under it. */
	draftKey: string;
	busy: boolean;
	onTranscript: (transcript: string) => void;
}) {
	const id = useId();
	const [text, setText] = useDraft(draftKey);
	const [missing, setMissing] = useState(false);
	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const empty = text.trim() === "";
		setMissing(empty);
		if (!empty && !busy) onTranscript(text);
	}
	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-2">
			<label htmlFor={id} className="font-semibold">
				Paste the transcript
			</label>
			<p id={`${id}-hint`} className="text-sm text-muted">
				Plain text, SRT or VTT. Lines with times keep the statements at their
				place in the video. The report will say that a member supplied it.
			</p>
			<textarea
				id={id}
				rows={6}
				value={text}
				onChange={(event) => setText(event.target.value)}
				aria-describedby={`${id}-hint`}
				aria-invalid={missing || undefined}
				className="w-full resize-y rounded-md border border-rule bg-ground p-3 text-sm"
			/>
			{missing && (
				<p role="alert" className="text-sm font-semibold">
					Paste some text first.
				</p>
			)}
			<Button type="submit" look="primary" busy={busy} className="self-start">
				{busy ? "Starting…" : "Analyze This Transcript"}
			</Button>
		</form>
	);
}
