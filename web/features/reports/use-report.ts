import { useEffect, useState } from "react";
import useSWR from "swr";
import { watchUrl } from "#contract/addresses.ts";
import type { Analysis, AnalyzeRequest } from "#contract/analysis.ts";
import type { RunError } from "#contract/problem.ts";
import { TAKEN_DOWN_TITLE } from "#contract/takedown-words.ts";
import { VIDEO_NOT_FOUND } from "#contract/texts.ts";
import type { Report, Video } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { type Ending, hasResult, type LiveState } from "#web/api/live-state.ts";
import { useLiveVideo } from "#web/api/live-video.ts";
import { useServedProblem } from "#web/api/page-data.ts";
import { useStart } from "#web/features/analysis/analyze-context.ts";

/**
 * The polling interval for a page that has lost its stream. A watched run reports its end by
 * itself.
 */
const REFRESH_MS = 20_000;

type ReportState = {
	report: Report | undefined;
	problem: ApiProblem | undefined;
	/** The active run. */
	run: Analysis | null;
	/** Why the run that has just ended failed; null for a moment's, which its own card shows. */
	failure: RunError | null;
	/** The outcome of the run that was watched on this page. */
	ended: Ending | null;
	/** Whether there is no stream, so that figures may be late. */
	disconnected: boolean;
	reload: () => void;
};

/** The report, combined with an active run. */
export function useReport(id: string, followed: boolean): ReportState {
	const { data, error, mutate } = useSWR<Report, ApiProblem>(keys.report(id), {
		// A finished report changes only with a new analysis, which is announced.
		revalidateOnFocus: false,
		refreshInterval: (latest) =>
			latest?.analysis?.status === "analyzing" || latest?.video.analysis_status === "analyzing"
				? REFRESH_MS
				: 0,
	});
	const served_problem = useServedProblem(keys.report(id));
	const watched = activeRun(data) !== null || followed;
	const live = useLiveVideo(watched ? id : null);

	const ended = useEnding(id, live, mutate);

	const not_found = ended?.outcome === "not_found";
	const known = watched ? (live.report ?? data) : data;
	const report = not_found ? undefined : known;
	const run = watched && live.ending === null ? activeRun(report) : null;
	return {
		report,
		problem: report === undefined ? (error ?? served_problem) : undefined,
		run,
		failure: run === null ? failureFrom(report, ended) : null,
		ended: run === null ? ended : null,
		disconnected: live.connection === "lost" && live.ending === null,
		reload: () => void mutate(),
	};
}

/** The outcome of the last run. The stream is closed at its end, but the outcome stays on the page. */
function useEnding(id: string, live: LiveState, onEnd: () => unknown): Ending | null {
	const ending = isOfOwnCard(live) ? null : live.ending;
	const [ended, setEnded] = useState<Ending | null>(null);
	useEffect(() => {
		if (live.ending === null) return;
		if (ending !== null) setEnded(ending);
		void onEnd();
		// What a member has watched happen is no news to them.
		if (document.visibilityState === "visible")
			window.dispatchEvent(new CustomEvent("run-watched", { detail: id }));
	}, [id, ending, live.ending, onEnd]);
	return ending ?? ended;
}

function activeRun(report: Report | undefined): Analysis | null {
	return report?.analysis?.status === "analyzing" ? report.analysis : null;
}

/** Whether a moment was checked beside a result, which stays as it is. The card says how it ended. */
function isOfOwnCard({ report, ending }: LiveState): boolean {
	if (report === null || ending?.outcome === "not_found") return false;
	return (report.analysis?.moment ?? null) !== null && hasResult(report.video);
}

function failureFrom(report: Report | undefined, ending: Ending | null): RunError | null {
	if (ending?.outcome === "failed") return ending.error;
	if (report?.video.analysis_status === "failed") return report.video.error;
	const { status, error = null, moment } = report?.analysis ?? {};
	return status === "failed" && !moment ? error : null;
}

export type Reanalysis = {
	busy: boolean;
	/** Why the server did not start it. */
	refusal: string | null;
	start: (change: Omit<AnalyzeRequest, "url">) => void;
};

/** Starts another analysis on the video's own page, which shows it live. */
export function useReanalysis(videoId: string, video: Video | undefined): Reanalysis {
	const { busy, refusal, start } = useStart();
	return {
		busy,
		refusal,
		start: async (change) => {
			const url = video?.url || watchUrl(videoId);
			const outcome = await start({ url, ...change }, { quiet: true });
			if (outcome.kind !== "refused") window.scrollTo(0, 0);
		},
	};
}

/** Whether the video does not exist, as opposed to a failed request. */
export function isUnknownVideo({ status }: ApiProblem): boolean {
	return status === 404 || status === 400;
}

/** The heading and tab title for a report that cannot be shown. */
export function missingTitle(problem: ApiProblem): string {
	if (problem.code === "taken_down") return TAKEN_DOWN_TITLE;
	return isUnknownVideo(problem) ? VIDEO_NOT_FOUND.title : "Failed to fetch video";
}
