import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { watchUrl } from "#contract/addresses.ts";
import type { Analysis, AnalyzedMoment } from "#contract/analysis.ts";
import type { RunId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import { UNKNOWN_FAILURE, VIDEO_NOT_FOUND } from "#contract/texts.ts";
import type { Report, Video } from "#contract/video.ts";
import { ApiProblem, problemText } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import type { Ending, LiveState } from "#web/api/live-state.ts";
import { useLiveVideo } from "#web/api/live-video.ts";
import { request } from "#web/api/request.ts";
import { useAnalyze } from "#web/features/analysis/analyze-context.ts";

/** A time in seconds, words of the transcript, or both. */
export type AskedMoment = { at?: number; quote?: string };

export type MomentCheck =
	/** Asked, or about to be asked again because the video's other runs go first. */
	| { kind: "asked"; waits: boolean }
	/** Has a run, which may start after the one that is running. */
	| { kind: "started"; run: RunId | undefined }
	| { kind: "done"; said: string; statements: readonly Statement[] }
	| { kind: "failed"; title: string | null; detail: string; retry: boolean };

/** The pauses before asking again; the last one is repeated. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];
/** Longer than any run of ten that may wait takes to end. */
const MOST_ASKS = 40;

/**
 * Has a moment checked, and follows the check to its end. `onDismiss` is called if the visitor does
 * not sign in.
 */
export function useMomentCheck(video: Video, asked: AskedMoment, onDismiss: () => void) {
	const { start } = useAnalyze();
	const { mutate } = useSWRConfig();
	const [check, setCheck] = useState<MomentCheck>({ kind: "asked", waits: false });
	const asks = useRef(0);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const run = check.kind === "started" ? check.run : null;
	const live = useLiveVideo(run === null ? null : video.id);

	const ask = useEffectEvent(async (): Promise<void> => {
		asks.current += 1;
		const url = video.url || watchUrl(video.id);
		const outcome = await start({ url, ...asked }, { quiet: true });
		if (outcome.kind === "dismissed") return onDismiss();
		if (outcome.kind === "refused") {
			const { text: detail, problem } = outcome;
			if (isBusy(problem) && asks.current < MOST_ASKS) askLater();
			else setCheck({ kind: "failed", title: null, detail, retry: mayHelp(problem) });
			return;
		}
		const { kind, run, statements = [] } = outcome;
		// A run that has just ended may have added them.
		if (kind === "exists") void mutate(keys.report(video.id));
		if (kind === "started") setCheck({ kind, run });
		// Nothing could be checked there, and the report has the words that were said.
		else if (statements.length === 0 && asked.quote === undefined)
			setCheck(await readMoment(video.id, asked));
		else setCheck({ kind: "done", said: "", statements });
	});

	function askLater(): void {
		const pause = PAUSES_MS[Math.min(asks.current, PAUSES_MS.length) - 1];
		setCheck({ kind: "asked", waits: true });
		clearTimeout(timer.current);
		timer.current = setTimeout(() => void ask(), pause);
	}

	useEffect(() => {
		timer.current = setTimeout(() => void ask());
		return () => clearTimeout(timer.current);
	}, []);

	const end = useEffectEvent(async (ending: Ending, is_own: boolean): Promise<void> => {
		// Another run has ended, whose result may answer the moment.
		if (!is_own && ending.outcome !== "not_found" && asks.current < MOST_ASKS) askLater();
		else if (ending.outcome === "completed") setCheck(await readMoment(video.id, asked));
		else setCheck(failedCheck(ending.outcome === "failed" ? ending.error : GONE));
	});
	const { ending } = live;
	const is_own = ownRun(live, run) !== null;
	useEffect(() => {
		if (run !== null && ending !== null) void end(ending, is_own);
	}, [run, ending, is_own]);

	return {
		check,
		/** The moment's run; null while another one is running. */
		run: ownRun(live, run),
		live,
		again: () => {
			asks.current = 0;
			setCheck({ kind: "asked", waits: false });
			void ask();
		},
	};
}

function ownRun({ report }: LiveState, run: RunId | undefined | null): Analysis | null {
	return run != null && report?.analysis?.run === run ? report.analysis : null;
}

/**
 * The checked moment at the time that was asked about; for words, the one that was checked last,
 * with the statement made in them before the others of its window.
 */
async function readMoment(video_id: string, { at, quote }: AskedMoment): Promise<MomentCheck> {
	try {
		const { moments, statements } = await request<Report>(keys.report(video_id));
		const [found] = [...moments].sort((a, b) =>
			at === undefined || quote !== undefined
				? b.checked_at.localeCompare(a.checked_at)
				: secondsFrom(at, a) - secondsFrom(at, b),
		);
		const own = statements.filter(({ id }) => found?.statement_ids.includes(id));
		const words_at = quote === undefined ? null : (found?.at ?? null);
		if (words_at !== null)
			own.sort((a, b) => Math.abs(a.timestamp - words_at) - Math.abs(b.timestamp - words_at));
		return { kind: "done", said: found?.said ?? "", statements: own };
	} catch (thrown) {
		return { kind: "failed", title: null, detail: problemText(thrown), retry: true };
	}
}

function secondsFrom(at: number, moment: AnalyzedMoment): number {
	return Math.abs((moment.at ?? Number.MAX_VALUE) - at);
}

const GONE = { ...VIDEO_NOT_FOUND, status: 404, code: "video_not_found" };

type Failure = { title: string; detail: string; status: number; code: string };

function failedCheck(failure: Failure): MomentCheck {
	const { title, detail } = failure;
	return { kind: "failed", title, detail: detail || UNKNOWN_FAILURE, retry: mayHelp(failure) };
}

/** Whether as many requests as possible wait for the video's runs. */
function isBusy(problem: unknown): boolean {
	return problem instanceof ApiProblem && problem.code === "analysis_running";
}

/**
 * Whether the same request may succeed soon: if there was no answer, if a server failed, or if
 * others were waiting. Words that are not in the transcript will not be there next time either.
 */
export function mayHelp(problem: unknown): boolean {
	if (typeof problem !== "object" || problem === null) return true;
	const { status, code } = problem as Partial<Failure>;
	if (code === "metadata_not_configured") return false;
	return status === undefined || status === 0 || status >= 500 || code === "analysis_running";
}
