import { captionsReaderWords } from "#contract/browser-captions.ts";
import type { Video } from "#contract/video.ts";
import { useDates } from "#web/ui/format.ts";

function originNote({ transcript_source, captions_read_by }: Video): string | null {
	if (transcript_source === "member")
		return `${captions_read_by ? `${captionsReaderWords(captions_read_by)}. Nobody compared them` : "A member supplied this transcript. Nobody compared it"} with the video, so the statements may not be what was said.`;
	if (transcript_source === "ai_transcription")
		return "This video has no readable captions. An AI model transcribed the audio and may have misheard words, names and numbers.";
	return null;
}

/**
 * Information that a visitor needs before the score: the transcript's origin, and whether the
 * video can still be watched.
 */
export function OriginNote({ video }: { video: Video }) {
	const { date } = useDates();
	const { unavailable_since } = video;
	const origin = originNote(video);
	return (
		<>
			{origin && <Note>{origin}</Note>}
			{unavailable_since && (
				<Note>
					{`YouTube no longer shows this video (first noticed on ${date(unavailable_since)}). The analysis stays as it is.`}
				</Note>
			)}
		</>
	);
}

function Note({ children }: { children: string }) {
	return (
		<p role="note" className="border-l-4 border-ink bg-sunken px-4 py-3 text-sm">
			{children}
		</p>
	);
}
