import { Button } from "#web/ui/button.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";
import { type GivenTranscript, TranscriptForm } from "./transcript-form.tsx";

/** A run without a result: the reason and every way to continue. */
export function RunFailure({
	title,
	detail,
	transcript_wanted,
	videoId,
	duration,
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
	/** Its length in seconds; null if unknown. */
	duration: number | null;
	/** Why the last attempt to continue was refused. */
	refusal: string | null;
	busy: boolean;
	/** The words of the button that starts an analysis. */
	retry?: string;
	onRetry: () => void;
	onTranscript: (given: GivenTranscript) => void;
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
					videoId={videoId}
					duration={duration}
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
				{retry}
			</Button>
		</div>
	);
}
