import { Suspense } from "react";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { lazyComponent } from "#web/ui/lazy-part.tsx";

/*
 * Notes that few reports have, so only those reports load them.
 */

const OriginNote = lazyComponent(
	async () => (await import("./origin-note.tsx")).OriginNote,
	"origin-note",
);

/** The transcript's origin, if it is not the captions, and whether the video is still there. */
export function ReportOriginNote({ video }: { video: Video }) {
	const { transcript_source, unavailable_since } = video;
	const noted =
		transcript_source === "member" ||
		transcript_source === "ai_transcription" ||
		unavailable_since !== null;
	return noted ? (
		<Suspense fallback={null}>
			<OriginNote video={video} />
		</Suspense>
	) : null;
}

const ChangedEvidence = lazyComponent(
	async () => (await import("./changed-evidence.tsx")).ChangedEvidence,
	"changed-evidence",
);

/** Stands above the score, which rests on the verdicts that lost their ground. */
export function ChangedEvidenceNote(props: { video: Video; statements: readonly Statement[] }) {
	return props.video.evidence_changed_at === null ? null : (
		<Suspense fallback={null}>
			<ChangedEvidence {...props} />
		</Suspense>
	);
}

const PromptInjectionPlaces = lazyComponent(
	async () => (await import("./prompt-injection-places.tsx")).PromptInjectionPlaces,
	"prompt-injection-places",
);

/** Lists the places in the transcript that address the models that rate it. */
export function PromptInjectionNote(props: { video: Video; playable: boolean }) {
	const places = props.video.aimed_at_raters ?? [];
	return places.length === 0 ? null : (
		<Suspense fallback={null}>
			<PromptInjectionPlaces {...props} places={places} />
		</Suspense>
	);
}
