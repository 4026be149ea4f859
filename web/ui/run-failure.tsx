import { Button } from "./button.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import { TranscriptForm } from "./transcript-form.tsx";

/** A run without a result: its reason and every way on. */
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
	/** Names the video, for what was pasted. */
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
				look={transcript_wanted ? "secondary" : "primary"}
				busy={busy}
				onClick={onRetry}
				className="self-start"
			>
				Try Again
			</Button>
		</div>
	);
}
