import { type SubmitEvent, useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";

/** A run without a result: the reason and every way to go on. */
export function RunFailure({
	title,
	detail,
	transcript_wanted,
	draftKey,
	refusal,
	busy,
	onRetry,
	onTranscript,
}: {
	title: string;
	detail: string;
	transcript_wanted: boolean;
	/** Identifies the video that a pasted transcript belongs to. */
	draftKey: string;
	/** Why the last attempt to go on was refused. */
	refusal: string | null;
	busy: boolean;
	onRetry: () => void;
	onTranscript: (transcript: string) => void;
}) {
	return (
		<div className="flex flex-col gap-5">
			<ProblemNotice {...(title === detail ? {} : { title })} detail={detail} />
			{refusal !== null && (
				<p role="alert" className="font-semibold">
					{refusal}
				</p>
			)}
			{transcript_wanted && (
				<TranscriptForm
					draftKey={draftKey}
					busy={busy}
					onTranscript={onTranscript}
				/>
			)}
			<Button
				variant={transcript_wanted ? "secondary" : "primary"}
				busy={busy}
				onClick={onRetry}
				className="self-start"
			>
				Try Again
			</Button>
		</div>
	);
}

/** Takes a pasted transcript for a video without captions. */
function TranscriptForm({
	draftKey,
	busy,
	onTranscript,
}: {
	/** The key under which the pasted text is kept. */
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
				Plain text, SRT, VTT or a copy of YouTube's transcript panel. Keep the
				times if it has any: they place each statement in the video. The report
				will say that a member supplied it.
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
			<Button
				type="submit"
				variant="primary"
				busy={busy}
				className="self-start"
			>
				{busy ? "Starting…" : "Analyze This Transcript"}
			</Button>
		</form>
	);
}

/** Kept while the page is open: if the run fails again, the text is still there. */
const drafts = new Map<string, string>();

/** A text that outlives its form; each key has its own. */
function useDraft(key: string): [string, (text: string) => void] {
	const [text, setText] = useState(() => drafts.get(key) ?? "");
	return [
		text,
		(next) => {
			drafts.set(key, next);
			setText(next);
		},
	];
}
