import { type SubmitEvent, useId, useState } from "react";
import useSWRImmutable from "swr/immutable";
import type { AnalyzeRequest, ReadTranscriptAnswer } from "#contract/analysis.ts";
import { clockTime, plural } from "#contract/format.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { post } from "#web/api/request.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { CaptionsBookmark } from "./captions-bookmark.tsx";

export type GivenTranscript = Pick<AnalyzeRequest, "transcript" | "times">;

/**
 * Takes a pasted transcript for a video without captions. The first press shows what was
 * understood of it, the second one starts the analysis.
 */
export function TranscriptForm({
	videoId,
	duration,
	busy,
	onTranscript,
}: {
	videoId: string;
	/** Of the video in seconds; null if unknown. */
	duration: number | null;
	busy: boolean;
	onTranscript: (given: GivenTranscript) => void;
}) {
	const id = useId();
	const [text, setText] = useDraft(videoId);
	const [missing, setMissing] = useState(false);
	/** The text that is read; null before the first press and after a change. */
	const [shown, setShown] = useState<string | null>(null);
	const { data, error, isLoading } = useReading(shown, duration);
	const unreadable = error?.code === "transcript_unreadable";
	/** A reading that failed for another reason keeps nobody from the analysis. */
	const may_start = shown !== null && !isLoading && !unreadable;
	function submit(event: SubmitEvent<HTMLFormElement>): void {
		event.preventDefault();
		const empty = text.trim() === "";
		setMissing(empty);
		if (empty || busy || isLoading) return;
		if (may_start) onTranscript({ transcript: text });
		else setShown(text);
	}
	return (
		<form onSubmit={submit} noValidate className="flex flex-col gap-2">
			<label htmlFor={id} className="font-semibold">
				Paste the transcript
			</label>
			<p id={`${id}-hint`} className="text-sm text-muted">
				Plain text, a caption file, an export with times or a copy of YouTube's transcript panel.
				Keep the times and names if it has any: they show when each statement was made, and who made
				it. The report will say that a member supplied it.
			</p>
			<CaptionsBookmark videoId={videoId} />
			<textarea
				id={id}
				rows={6}
				value={text}
				onChange={(event) => {
					setText(event.target.value);
					setShown(null);
				}}
				aria-describedby={`${id}-hint`}
				aria-invalid={missing || unreadable || undefined}
				className="w-full resize-y rounded-md border border-rule bg-ground p-3 text-sm"
			/>
			{missing && (
				<p role="alert" className="text-sm font-semibold">
					Paste some text first.
				</p>
			)}
			{error !== undefined && (
				<p role="alert" className="text-sm font-semibold">
					{unreadable ? error.message : `The times could not be checked: ${error.message}`}
				</p>
			)}
			<div role="status">{data !== undefined && <Reading answer={data} />}</div>
			<div className="flex flex-wrap gap-2">
				<Button type="submit" variant="primary" busy={busy || isLoading}>
					{submitLabel({ busy, reading: isLoading, may_start })}
				</Button>
				{data !== undefined && data.not_understood.length > 0 && data.cues > 0 && (
					<Button busy={busy} onClick={() => onTranscript({ transcript: text, times: "ignore" })}>
						Go On Without Times
					</Button>
				)}
			</div>
		</form>
	);
}

function submitLabel(state: { busy: boolean; reading: boolean; may_start: boolean }): string {
	if (state.busy) return "Starting…";
	if (state.reading) return "Reading…";
	return state.may_start ? "Analyze This Transcript" : "Read This Transcript";
}

/** What the server understands of a text; asked once a text. */
function useReading(transcript: string | null, duration: number | null) {
	return useSWRImmutable<ReadTranscriptAnswer, ApiProblem>(
		transcript === null ? null : ["/api/transcripts/read", transcript, duration],
		([path]: [string]) => post<ReadTranscriptAnswer>(path, { transcript, duration }),
		{ shouldRetryOnError: false },
	);
}

/** More lines than these hide the button. */
const NAMED_LINES = 3;

/** What was understood: how many lines have times, which lines do not, and how it begins. */
function Reading({ answer }: { answer: ReadTranscriptAnswer }) {
	const { not_understood, times_unused, joined_parts, read } = answer;
	const lines = [...new Set(not_understood)];
	const more = lines.length - NAMED_LINES;
	return (
		<div className="flex flex-col gap-2 note px-4 py-3 text-sm">
			<p className="font-semibold">{readingWords(answer)}</p>
			{times_unused && (
				<p>
					The times do not fit the video's length, so they are not used and places are estimated.
				</p>
			)}
			{joined_parts !== undefined && (
				<p>
					{`Its ${joined_parts} parts each begin at their own zero. The video's length says that they follow each other, so times after the first part are close, not exact.`}
				</p>
			)}
			{lines.length > 0 && (
				<div>
					<p>
						{lines.length === 1
							? "No time was understood in this line. Correct it above, or go on."
							: "No time was understood in these lines. Correct them above, or go on."}
					</p>
					<ul className="list-disc pl-5">
						{lines.slice(0, NAMED_LINES).map((line) => (
							<li key={line} className="break-words">
								<ForeignText>{line}</ForeignText>
							</li>
						))}
					</ul>
					{more > 0 && <p>and {plural(more, "more line")}</p>}
				</div>
			)}
			<details>
				<summary className="min-h-8 cursor-pointer py-1 font-semibold link">How it begins</summary>
				<ol className="flex flex-col gap-1">
					{read.map(({ start, speaker, text }) => (
						<li key={`${start} ${text}`} className="break-words">
							{start !== null && (
								<span className="tabular-nums text-muted">{clockTime(start)} </span>
							)}
							{speaker !== null && (
								<ForeignText className="font-semibold">{`${speaker}: `}</ForeignText>
							)}
							<ForeignText>{text}</ForeignText>
						</li>
					))}
				</ol>
			</details>
		</div>
	);
}

function readingWords({ cues, untimed, first, last }: ReadTranscriptAnswer): string {
	if (first === null || last === null)
		return `${plural(untimed, "line")} without times; places in the video are estimated.`;
	const timed = `${plural(cues, "line")} from ${clockTime(first)} to ${clockTime(last)}`;
	return untimed === 0
		? `${timed}.`
		: `${timed}; ${plural(untimed, "line")} ${untimed === 1 ? "has" : "have"} no time.`;
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
