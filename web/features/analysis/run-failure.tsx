import { type SubmitEvent, Suspense, useId, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";

const CaptionsBookmark = lazyComponent(
	async () => (await import("./captions-bookmark.tsx")).CaptionsBookmark,
	"captions-bookmark",
);

/** A run without a result: the reason and every way to continue. */
export function RunFailure({
	title,
	detail,
	transcript_wanted,
	videoId,
	refusal,
	busy,
	onRetry,
	onTranscript,
}: {
	title: string;
	detail: string;
	transcript_wanted: boolean;
	/** The video that a pasted transcript belongs to. */
	videoId: string;
	/** Why the last attempt to continue was refused. */
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
				<TranscriptForm videoId={videoId} busy={busy} onTranscript={onTranscript} />
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
	videoId,
	busy,
	onTranscript,
}: {
	videoId: string;
	busy: boolean;
	onTranscript: (transcript: string) => void;
}) {
	const id = useId();
	const [text, setText] = useDraft(videoId);
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
				Plain text, SRT, VTT or a copy of YouTube's transcript panel. Keep the times if it has any:
				they place each statement in the video. The report will say that a member supplied it.
			</p>
			<Suspense fallback={null}>
				<CaptionsBookmark videoId={videoId} />
			</Suspense>
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
			<Button type="submit" variant="primary" busy={busy} className="self-start">
				{busy ? "Starting…" : "Analyze This Transcript"}
			</Button>
		</form>
	);
}

/** Kept while the page is open, so that the text is still there if the run fails again. */
const drafts = new Map<string, string>();

/** A text that outlives its form, stored per key. */
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
