import { useEffect, useState } from "react";
import useSWR from "swr";
import { watchUrl } from "#contract/addresses.ts";
import type { Analysis, AnalyzeRequest } from "#contract/analysis.ts";
import type { RunError } from "#contract/problem.ts";
import { VIDEO_NOT_FOUND } from "#contract/texts.ts";
import type { Report, Video } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import type { Ending } from "#web/api/live-state.ts";
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
	/** Why the run that has just ended failed. */
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
	const watched = data?.analysis?.status === "analyzing" || followed;
	const live = useLiveVideo(watched ? id : null);

	const { ending } = live;
	// The stream is closed after the run's end, but its outcome stays on the page.
	const [ended, setEnded] = useState<Ending | null>(null);
	useEffect(() => {
		if (ending === null) return;
		setEnded(ending);
		void mutate();
	}, [ending, mutate]);

	const not_found = (ending ?? ended)?.outcome === "not_found";
	const known = watched ? (live.report ?? data) : data;
	const report = not_found ? undefined : known;
	const run =
		watched && ending === null && report?.analysis?.status === "analyzing" ? report.analysis : null;
	return {
		report,
		problem: report === undefined ? (error ?? served_problem) : undefined,
		run,
		failure: run === null ? failureFrom(report, ending ?? ended) : null,
		ended: run === null ? (ending ?? ended) : null,
		disconnected: live.connection === "lost" && ending === null,
		reload: () => void mutate(),
	};
}

function failureFrom(report: Report | undefined, ending: Ending | null): RunError | null {
	if (ending?.outcome === "failed") return ending.error;
	if (report?.video.analysis_status === "failed") return report.video.error;
	return report?.analysis?.status === "failed" ? report.analysis.error : null;
}

export type Reanalysis = {
	busy: boolean;
	/** Why the server did not start it. */
	refusal: string | null;
	start: (change: AnalyzeRequest) => void;
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
	return isUnknownVideo(problem) ? VIDEO_NOT_FOUND.title : "Failed to fetch video";
}
