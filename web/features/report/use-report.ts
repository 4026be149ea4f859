import { useEffect, useState } from "react";
import useSWR from "swr";
import type { Analysis } from "#contract/analysis.ts";
import type { RunError } from "#contract/problem.ts";
import type { Report } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import type { Ending } from "#web/api/live-state.ts";
import { useLiveVideo } from "#web/api/live-video.ts";

/** How often a report is asked for while its stream cannot be had. */
const POLL_MS = 5_000;

export type ReportState = {
	report: Report | undefined;
	problem: ApiProblem | undefined;
	/** The run that is on right now. */
	run: Analysis | null;
	/** Why the run that just ended brought nothing. */
	failure: RunError | null;
	/** The stream is gone; figures may lag. */
	lagging: boolean;
	reload: () => void;
};

/** The report, growing while a run is on. */
export function useReport(id: string, followed: boolean): ReportState {
	const { data, error, mutate } = useSWR<Report, ApiProblem>(keys.report(id), {
		// A finished report changes only by a new analysis, which is announced.
		revalidateOnFocus: false,
		refreshInterval: (latest) =>
			latest?.analysis?.status === "analyzing" ? POLL_MS * 4 : 0,
	});
	const is_running = data?.analysis?.status === "analyzing";
	const live = useLiveVideo(is_running || followed ? id : null);
	const lagging = live.connection === "lost" && live.ending === null;

	const { ending } = live;
	// The stream is let go after its end; how it ended stays on the page.
	const [ended, setEnded] = useState<Ending | null>(null);
	useEffect(() => {
		if (ending === null) return;
		setEnded(ending);
		void mutate();
	}, [ending, mutate]);
	useEffect(() => {
		if (!lagging) return;
		const timer = setInterval(() => void mutate(), POLL_MS);
		return () => clearInterval(timer);
	}, [lagging, mutate]);

	const watched = is_running || followed;
	const report = watched && !lagging ? (live.report ?? data) : data;
	const run =
		watched && ending === null && report?.analysis?.status === "analyzing"
			? report.analysis
			: null;
	return {
		report,
		problem: report === undefined ? error : undefined,
		run,
		failure: run === null ? failureOf(report, ending ?? ended) : null,
		lagging,
		reload: () => void mutate(),
	};
}

function failureOf(
	report: Report | undefined,
	ending: Ending | null,
): RunError | null {
	if (ending?.outcome === "failed") return ending.error;
	if (report?.video.analysis_status === "failed") return report.video.error;
	return report?.analysis?.status === "failed" ? report.analysis.error : null;
}
