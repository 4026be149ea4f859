import type { Video } from "#contract/video.ts";

/** What a reader must know before the score: where the words came from. */
export function ReportOriginNote({ video }: { video: Video }) {
	const note =
		video.transcript_source === "member"
			? "A member supplied this transcript. Nobody compared it with the video, so the statements may not be what was said."
			: video.transcript_source === "ai_transcription"
				? "This video has no captions that could be read. An AI model transcribed its sound, which can mishear words, names and numbers."
				: null;
	if (note === null) return null;
	return (
		<p
			role="note"
			className="border-l-4 border-ink bg-sunken px-4 py-3 text-sm"
		>
			{note}
		</p>
	);
}
