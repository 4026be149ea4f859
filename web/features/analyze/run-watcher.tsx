import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import type { Ending } from "#web/api/live-state.ts";
import { useLiveVideo } from "#web/api/live-video.ts";
import { paths } from "#web/paths.ts";
import { useTitleProgress } from "#web/ui/document-title.ts";
import { showToast } from "#web/ui/toasts.ts";
import { isFirstToTell } from "./first-to-tell.ts";

/**
 * Follows one run wherever the reader is, and tells its end if it is not in
 * view: in the tab that is looked at, and in one tab alone.
 */
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
	/** Answers whether this tab is the one to tell it. */
	onEnd: (id: string) => boolean;
}) {
	const { report, ending } = useLiveVideo(videoId);
	const on_its_page = useLocation().pathname === paths.results(videoId);
	const looked_at = useSyncExternalStore(
		whenVisibilityChanges,
		() => document.visibilityState === "visible",
	);
	const progress = report?.analysis?.progress ?? 0;
	const percent = `${Math.floor(Math.min(100, progress))}%`;
	useTitleProgress(titled ? (ending === null ? percent : "Done") : null);

	const title = report?.video.title ?? "";
	const told = useRef(false);
	const quiet = inView || on_its_page;
	useEffect(() => {
		// Behind another tab nobody would see it; that tab may tell it.
		if (ending === null || !looked_at || told.current) return;
		told.current = true;
		const untold = onEnd(videoId);
		void isFirstToTell(videoId).then((first) => {
			if (untold && first && !quiet) tell(videoId, title, ending);
		});
	}, [ending, looked_at, onEnd, videoId, quiet, title]);
	return null;
}

function tell(id: string, title: string, ending: Ending): void {
	if (ending.outcome === "gone") return;
	const done = ending.outcome === "completed";
	showToast({
		title: done ? "Analysis Complete" : "Analysis failed",
		text: title,
		matter: `run ${id}`,
		action: {
			label: done ? "View Detailed Results" : "See what happened",
			href: paths.results(id),
		},
	});
}

function whenVisibilityChanges(callback: () => void): () => void {
	document.addEventListener("visibilitychange", callback);
	return () => document.removeEventListener("visibilitychange", callback);
}
