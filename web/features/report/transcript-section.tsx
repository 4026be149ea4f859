import { useMemo, useState } from "react";
import type { TranscriptSource, Video } from "#contract/video.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { groupCues } from "./group-cues.ts";
import { TimeLink } from "./time-link.tsx";
import { useTranscript } from "./use-transcript.ts";

const ORIGINS: Record<TranscriptSource, string> = {
	captions: "Auto-extracted from the video's captions.",
	ai_transcription:
		"Auto-extracted: an AI model transcribed the video's sound. Expect misheard words and names.",
	member:
		"Supplied by a member. It was not compared with what is said in the video.",
	sample: "Written for this demonstration. Nobody ever said it.",
};

/** Safari scrolls a box by keyboard only when it takes the focus. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

/** What the models were given, folded away until it is wanted. */
export function TranscriptSection({
	video,
	watchable,
}: {
	video: Video;
	watchable: boolean;
}) {
	const [open, setOpen] = useState(false);
	return (
		<details
			className="group border-y border-line"
			onToggle={(event) => setOpen(event.currentTarget.open)}
		>
			<summary className="flex min-h-14 list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
				<h2 className="font-serif text-xl font-semibold">Transcript</h2>
				<Icon name="chevron" className="text-lg group-open:rotate-180" />
			</summary>
			{open && (
				<div className="flex flex-col gap-3 pb-6">
					{video.transcript_source !== null && (
						<p className="text-sm text-muted">
							{ORIGINS[video.transcript_source]}
						</p>
					)}
					<TranscriptText video={video} watchable={watchable} />
				</div>
			)}
		</details>
	);
}

function TranscriptText(props: { video: Video; watchable: boolean }) {
	const { video, watchable } = props;
	const { data, error } = useTranscript(video.id, video.version, true);
	const cues = useMemo(() => groupCues(data?.cues ?? []), [data]);
	if (error !== undefined && error.status !== 404) {
		return <ProblemNotice detail={error.message} />;
	}
	if (error !== undefined || data?.transcript === "") {
		return <p>No transcript available for this video</p>;
	}
	if (data === undefined) return <Skeleton className="h-40" />;
	return (
		<>
			<section
				aria-label="Transcript text"
				{...SCROLLS_BY_KEY}
				lang={data.language ?? undefined}
				className="max-h-96 overflow-y-auto border border-line bg-raised p-4"
			>
				{cues.length === 0 ? (
					<p className="max-w-[68ch] whitespace-pre-line">{data.transcript}</p>
				) : (
					<ol className="flex flex-col gap-3">
						{cues.map((cue) => (
							<li key={cue.start} className="flex items-start gap-3">
								<span className="w-20 shrink-0 text-right">
									<TimeLink
										videoId={video.id}
										seconds={cue.start}
										watchable={watchable}
									/>
								</span>
								<p className="max-w-[68ch] pt-0.5">{cue.text}</p>
							</li>
						))}
					</ol>
				)}
			</section>
			<p className="text-sm text-muted">
				{data.transcript.length.toLocaleString("en")} characters
			</p>
		</>
	);
}
