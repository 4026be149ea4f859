import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { formatPercent } from "#contract/format.ts";
import type { Ending } from "#web/api/live-state.ts";
import { useLiveVideo } from "#web/api/live-video.ts";
import { paths } from "#web/paths.ts";
import { PercentBar } from "#web/ui/meter.tsx";
import { useTitleProgress } from "#web/ui/page-heading.tsx";
import { showToast } from "#web/ui/toasts.tsx";

/** Follows the running analyses; loaded with the first one. */
export function RunWatchers({
	running,
	shown,
	onEnd,
}: {
	/** Newest first. */
	running: readonly string[];
	/** The run whose dialog is open. */
	shown: string | null;
	onEnd: (id: string) => boolean;
}) {
	return running.map((id, index) => (
		<RunWatcher key={id} videoId={id} titled={index === 0} inView={shown === id} onEnd={onEnd} />
	));
}

/**
 * Follows one run on every page. If the run is not visible, announces its end in exactly one
 * visible tab.
 */
function RunWatcher({
	videoId,
	titled,
	inView,
	onEnd,
}: {
	videoId: string;
	/** Whether this run's percentage is shown in the tab's title. */
	titled: boolean;
	inView: boolean;
	/** Resolves to whether this tab announces it. */
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
	const of_moment = Boolean(report?.analysis?.moment);
	const announced = useRef(false);
	const quiet = inView || on_its_page;
	useEffect(() => {
		// A hidden tab's announcement would not be seen, so it is left to a visible tab.
		if (ending === null || !looked_at || announced.current) return;
		announced.current = true;
		const not_announced = onEnd(videoId);
		void claimAnnouncement(videoId).then((first) => {
			if (not_announced && first && !quiet) announce(videoId, title, ending, of_moment);
			if (quiet) window.dispatchEvent(new CustomEvent("run-watched", { detail: videoId }));
		});
	}, [ending, looked_at, onEnd, videoId, quiet, title, of_moment]);
	return null;
}

function announce(id: string, title: string, ending: Ending, of_moment: boolean): void {
	if (ending.outcome === "not_found") return;
	const done = ending.outcome === "completed";
	const [completed, failed] = of_moment
		? ["Moment checked", "Moment not checked"]
		: ["Analysis Complete", "Analysis failed"];
	showToast({
		title: done ? completed : failed,
		text: title,
		topic: `run ${id}`,
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

/** All tabs receive an end within moments. A later run of the same video is announced again. */
const HOLD_MS = 3_000;

/**
 * Whether this tab is the first to announce a run's end. Shared storage is updated too late to
 * decide this, so a lock is used. Without locks, as over plain http, every visible tab announces
 * it.
 */
function claimAnnouncement(id: string): Promise<boolean> {
	const locks: LockManager | undefined = navigator.locks;
	if (locks === undefined) return Promise.resolve(true);
	return new Promise((resolve) => {
		const keepLock = (lock: Lock | null) => {
			resolve(lock !== null);
			return lock && new Promise((let_go) => setTimeout(let_go, HOLD_MS));
		};
		void locks.request(`run-announced ${id}`, { ifAvailable: true }, keepLock);
	});
}

/** One running analysis as a button in the header. */
export function RunChip({
	id,
	others,
	onPress,
}: {
	id: string;
	/** The number of other running analyses. */
	others: number;
	onPress: () => void;
}) {
	const { report, ending } = useLiveVideo(id);
	const percent = ending === null ? (report?.analysis?.progress ?? 0) : 100;
	const title = report?.video.title || "your video";
	const more = others === 0 ? "" : `, and ${others} more`;
	return (
		<button
			type="button"
			onClick={onPress}
			aria-label={`Analysis of ${title}: ${percent.toFixed(1)} percent${more}. Show progress`}
			className="flex min-h-11 flex-col justify-center gap-1 rounded-md border border-rule bg-raised px-2 hover:border-ink sm:px-3"
		>
			<span className="text-sm leading-none font-semibold whitespace-nowrap">
				<span className="hidden lg:inline">Analyzing </span>
				{formatPercent(percent)}
				{others > 0 && <span className="text-muted"> +{others}</span>}
			</span>
			<PercentBar role="progressbar" label="Progress" percent={percent} />
		</button>
	);
}
