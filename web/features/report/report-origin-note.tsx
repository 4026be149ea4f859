import type { Video } from "#contract/video.ts";
import { formatDate } from "#web/ui/format-day.ts";

const NOTES: Partial<Record<NonNullable<Video["transcript_source"]>, string>> =
	{
		member:
			"A member supplied this transcript. Nobody compared it with the video, so the statements may not be what was said.",
		ai_transcription:
			"This video has no captions that could be read. An AI model transcribed its sound, which can mishear words, names and numbers.",
	};

/** What a reader must know before the score: where the words came from, and whether they can still be heard. */
export function ReportOriginNote({ video }: { video: Video }) {
	const { transcript_source, unavailable_since } = video;
	const origin = transcript_source && NOTES[transcript_source];
	return (
		<>
			{origin && <Note>{origin}</Note>}
			{unavailable_since && (
				<Note>
					{`YouTube no longer shows this video; that was first seen on ${formatDate(unavailable_since)}. The analysis stays as it was made.`}
				</Note>
			)}
		</>
	);
}

function Note({ children }: { children: string }) {
	return (
		<p
			role="note"
			className="border-l-4 border-ink bg-sunken px-4 py-3 text-sm"
		>
			{children}
		</p>
	);
}
