import { plural } from "#contract/format.ts";
import { PROMPT_INJECTION_NOTE } from "#contract/page-texts.ts";
import type { PromptInjection, Video } from "#contract/video.ts";
import { useDates } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";
import { TimeLink } from "../player/time-link.tsx";

const NOTES: Partial<Record<NonNullable<Video["transcript_source"]>, string>> =
	{
		member:
			"A member supplied this transcript. Nobody compared it with the video, so the statements may not be what was said.",
		ai_transcription:
			"This video has no readable captions. An AI model transcribed the audio and may have misheard words, names and numbers.",
	};

/**
 * What a visitor must know before the score: where the transcript came from, and whether the video
 * can still be watched.
 */
export function ReportOriginNote({ video }: { video: Video }) {
	const { date } = useDates();
	const { transcript_source, unavailable_since } = video;
	const origin = transcript_source && NOTES[transcript_source];
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
		<p
			role="note"
			className="border-l-4 border-ink bg-sunken px-4 py-3 text-sm"
		>
			{children}
		</p>
	);
}

/** Further ones are folded, because the score comes first. */
const SHOWN_AT_ONCE = 2;

/** Lists the places in the transcript that address the models which rate it. */
export function PromptInjectionNote({
	video,
	playable,
}: {
	video: Video;
	playable: boolean;
}) {
	const places = video.aimed_at_raters ?? [];
	if (places.length === 0) return null;
	const list = (some: readonly PromptInjection[]) => (
		<ol className="flex flex-col gap-2">
			{some.map((place) => (
				<li
					key={`${place.timestamp} ${place.text}`}
					className="flex flex-wrap items-baseline gap-x-3 gap-y-1"
				>
					{place.timestamp !== null && (
						<TimeLink
							videoId={video.id}
							seconds={place.timestamp}
							source={place.timestamp_source}
							playable={playable}
						/>
					)}
					<q className="min-w-0 flex-1 basis-60 font-serif text-base break-words">
						{place.text}
					</q>
				</li>
			))}
		</ol>
	);
	const more = places.slice(SHOWN_AT_ONCE);
	return (
		<section
			aria-labelledby="aimed"
			className="flex flex-col gap-3 border-l-4 border-ink bg-sunken px-4 py-3 text-sm"
		>
			<div>
				<h2
					id="aimed"
					className="flex items-center gap-2 text-base font-semibold"
				>
					<Icon name="warning" />
					{PROMPT_INJECTION_NOTE.title}
				</h2>
				<p className="max-w-[68ch]">{PROMPT_INJECTION_NOTE.detail}</p>
			</div>
			{list(places.slice(0, SHOWN_AT_ONCE))}
			{more.length > 0 && (
				<details>
					<summary className="min-h-8 cursor-pointer py-1 font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink">
						{plural(more.length, "more place")}
					</summary>
					<div className="pt-2">{list(more)}</div>
				</details>
			)}
		</section>
	);
}
