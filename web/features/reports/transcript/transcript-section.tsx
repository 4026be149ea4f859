import { Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import useSWR from "swr";
import type { Statement } from "#contract/statement.ts";
import type { TranscriptAnswer, Video } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { TRANSCRIPT_ANCHOR_START } from "#web/paths.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";

const TranscriptBody = lazyComponent(
	async () => (await import("./transcript-body.tsx")).TranscriptBody,
	undefined,
	{ ahead: true },
);

/** The transcript that the models were given, folded by default. */
export function TranscriptSection({
	video,
	statements,
}: {
	video: Video;
	statements: readonly Statement[];
}) {
	const target = useTranscriptTarget();
	const section = useRef<HTMLDetailsElement>(null);
	const [open, setOpen] = useState(false);
	useEffect(() => {
		// Visitors may have opened it before the app runs.
		if (target !== null || section.current?.open) setOpen(true);
	}, [target]);
	return (
		<details
			ref={section}
			open={open}
			data-print="no"
			className="group border-y border-line"
			onToggle={(event) => setOpen(event.currentTarget.open)}
		>
			<summary className="flex min-h-11 sm:min-h-14 list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
				<h2 className="heading">Transcript</h2>
				<Icon name="chevron" className="text-lg group-open:rotate-180" />
			</summary>
			{open && (
				<div className="flex flex-col gap-3 pb-6">
					<LoadedTranscript video={video} statements={statements} target={target} />
				</div>
			)}
		</details>
	);
}

/**
 * The place in the transcript that the address identifies, updated with every click on a link to
 * it.
 */
function useTranscriptTarget(): { id: string } | null {
	const { hash, key } = useLocation();
	const [asked, setAsked] = useState({ hash: "", key: "" });
	const [target, setTarget] = useState<{ id: string } | null>(null);
	if (asked.hash !== hash || asked.key !== key) {
		setAsked({ hash, key });
		const id = hash.slice(1);
		setTarget(id.startsWith(TRANSCRIPT_ANCHOR_START) ? { id } : null);
	}
	return target;
}

function LoadedTranscript(props: {
	video: Video;
	statements: readonly Statement[];
	target: { id: string } | null;
}) {
	const { video } = props;
	const { data, error } = useTranscript(video.id, video.version, true);
	if (error !== undefined && error.status !== 404) {
		return <ProblemNotice detail={error.message} />;
	}
	if (error !== undefined || data?.transcript === "") {
		return <p>No transcript available for this video</p>;
	}
	const waiting = <Skeleton className="h-96" />;
	if (data === undefined) return waiting;
	return (
		<Suspense fallback={waiting}>
			<TranscriptBody answer={data} {...props} />
		</Suspense>
	);
}

/** Loads the transcript when it is opened. `version` distinguishes the analyses of a video. */
function useTranscript(id: string, version: number, wanted: boolean) {
	return useSWR<TranscriptAnswer, ApiProblem>(
		wanted ? `${keys.transcript(id)}?v=${version}` : null,
		// It never changes, but a failed request is repeated when the connection is back. A moment's
		// check, which is shown in it, makes another version.
		{ revalidateIfStale: false, revalidateOnFocus: false, keepPreviousData: true },
	);
}
