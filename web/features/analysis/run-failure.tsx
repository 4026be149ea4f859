import { type SubmitEvent, useId, useState } from "react";
import { Link } from "react-router-dom";
import useSWRImmutable from "swr/immutable";
import { watchUrl } from "#contract/addresses.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";

/** A run without a result: the reason and every way to continue. */
export function RunFailure({
	title,
	detail,
	transcript_wanted,
	videoId,
	refusal,
	busy,
	retry = "Try Again",
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
	/** The words of the button that starts an analysis. */
	retry?: string;
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
				{retry}
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
			<CaptionsBookmark videoId={videoId} />
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

/** The build writes the bookmark's address, with its script in it, beside the app. */
const BOOKMARK = "/captions-bookmarklet.json";

/** How someone copies captions that YouTube gives to browsers only, without the extension. */
function CaptionsBookmark({ videoId }: { videoId: string }) {
	const [open, setOpen] = useState(false);
	return (
		<details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary className="min-h-8 cursor-pointer py-1 font-semibold link">
				Does YouTube show you its captions?
			</summary>
			{open && <Steps videoId={videoId} />}
		</details>
	);
}

function Steps({ videoId }: { videoId: string }) {
	const { data, error } = useSWRImmutable<string, ApiProblem>(BOOKMARK);
	if (error !== undefined) return <ProblemNotice detail={error.message} />;
	if (data === undefined) return <Skeleton className="h-48" />;
	return (
		<div className="flex flex-col gap-3 pt-2 pb-4">
			<p>
				Your browser can copy them for you. The report will say that a member's browser read them.
			</p>
			<ol className="flex list-decimal flex-col gap-3 pl-5">
				<li>
					Drag{" "}
					{/* biome-ignore lint/a11y/useValidAnchor: React writes no address with a script in it, so the ref does. */}
					<a
						ref={(link) => link?.setAttribute("href", data)}
						className="inline-block rounded-md border border-rule bg-ground px-2 font-semibold"
					>
						Copy YouTube's captions
					</a>{" "}
					to your bookmarks, or make a bookmark with this address:
					<div className="pt-2">
						<CopyField label="Address of the bookmark" text={data} what="Address" />
					</div>
				</li>
				<li>
					<OutsideLink href={watchUrl(videoId)}>Open the video</OutsideLink> and press the bookmark
					there. It reads the captions as the player does and sends them nowhere.
				</li>
				<li>Paste them into the field here.</li>
			</ol>
			<p>
				<Link to={paths.extension()} className="link">
					The browser extension
				</Link>{" "}
				sends them with one press.
			</p>
		</div>
	);
}
