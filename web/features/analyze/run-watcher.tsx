import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { useLiveVideo } from "#web/api/live-video.ts";
import { paths } from "#web/paths.ts";
import { useTitleProgress } from "#web/ui/document-title.ts";
import { showToast } from "#web/ui/toasts.ts";

/** Follows one run wherever the reader is, and tells its end if it is not in view. */
export function RunWatcher({
	videoId,
	titled,
	inView,
	onEnd,
}: {
	videoId: string;
	/** Whether this run's percent stands in the tab's title. */
	titled: boolean;
	inView: boolean;
	onEnd: (id: string) => void;
}) {
	const { report, ending } = useLiveVideo(videoId);
	const on_its_page = useLocation().pathname === paths.results(videoId);
	const progress = report?.analysis?.progress ?? 0;
	useTitleProgress(titled ? `${Math.floor(Math.min(100, progress))}%` : null);

	const title = report?.video.title ?? "";
	const told = useRef(false);
	const quiet = inView || on_its_page;
	useEffect(() => {
		if (ending === null || told.current) return;
		told.current = true;
		onEnd(videoId);
		if (quiet) return;
		const done = ending.outcome === "completed";
		showToast({
			title: done ? "Analysis Complete" : "Analysis failed",
			text: title,
			action: {
				label: done ? "View Detailed Results" : "See what happened",
				href: paths.results(videoId),
			},
		});
	}, [ending, onEnd, videoId, quiet, title]);
	return null;
}
