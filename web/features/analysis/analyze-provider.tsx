import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { AnalyzeRequest, AnalyzeResponse } from "#contract/analysis.ts";
import { ApiProblem, problemText } from "#web/api/api-problem.ts";
import {
	dropLink,
	keepLink,
	oneTabAtATime,
	settleLink,
	startedElsewhere,
	takeLink,
} from "#web/api/kept-link.ts";
import { post } from "#web/api/request.ts";
import { paths } from "#web/paths.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { lazyComponent, missingLayer } from "#web/ui/lazy-part.tsx";
import {
	type Analyze,
	AnalyzeContext,
	type StartOptions,
	type StartOutcome,
	useAnalyze,
} from "./analyze-context.ts";
import { useRuns } from "./use-runs.ts";

const AnalysisModal = lazyComponent(
	async () => (await import("./analysis-dialog.tsx")).AnalysisDialog,
	undefined,
	{ missing: missingLayer },
);
const RunWatchers = lazyComponent(
	async () => (await import("./run-watchers.tsx")).RunWatchers,
	undefined,
	{ missing: null },
);

/** The run in the dialog. It is kept during the closing animation. */
type Shown = { id: string; open: boolean };

/** Starts analyses, follows the running ones on every page, and shows one in a dialog. */
export function AnalyzeProvider({
	signed_in,
	promptSignIn,
	children,
}: {
	signed_in: boolean;
	promptSignIn: (reason: string, options: { newcomer: boolean }) => Promise<boolean>;
	children: ReactNode;
}) {
	const { running, follow, end } = useRuns();
	const [dialog, setDialog] = useState<Shown | null>(null);
	const { id: shown = null, open = false } = dialog ?? {};

	const show = useCallback((id: string) => setDialog({ id, open: true }), []);
	const close = useCallback(() => setDialog((now) => now && { ...now, open: false }), []);
	/** The closing animation of one dialog may end after the next has opened. */
	const forget = (id: string) => setDialog((now) => (now?.id === id && !now.open ? null : now));

	const accept = useCallback(
		async (outcome: StartOutcome, quiet: boolean) => {
			if (outcome.kind !== "started") return outcome;
			await followAnew(outcome.video_id);
			follow(outcome.video_id);
			if (!quiet) show(outcome.video_id);
			return outcome;
		},
		[show, follow],
	);

	const start = useCallback(
		async (wanted: AnalyzeRequest, { quiet = false, in_field = false }: StartOptions = {}) => {
			const reason = in_field ? `${REASON} Your link is kept.` : REASON;
			const outcome = await startAnalysis(
				wanted,
				() => promptSignIn(reason, { newcomer: true }),
				in_field,
			);
			return accept(outcome, quiet);
		},
		[promptSignIn, accept],
	);

	const navigate = useNavigate();
	// Changes with each navigation.
	const go = useRef(navigate);
	go.current = navigate;
	useEffect(() => {
		if (!signed_in) return;
		// In the tab that has the link in its field, `startAnalysis` goes on by itself.
		void continueKeptLink().then(async (kept) => {
			if (kept === null) return;
			const outcome = await accept(kept.outcome, false);
			if (outcome.kind === "exists") go.current(paths.results(outcome.video_id));
			if (outcome.kind === "refused") go.current(`/?${new URLSearchParams({ url: kept.url })}`);
		});
	}, [signed_in, accept]);

	const analyze = useMemo<Analyze>(() => ({ start, running, show }), [start, running, show]);
	return (
		<AnalyzeContext value={analyze}>
			{children}
			<ErrorBoundary fallback={null} resetKey={running.join()}>
				<Suspense fallback={null}>
					{running.length > 0 && (
						<RunWatchers running={running} shown={open ? shown : null} onEnd={end} />
					)}
				</Suspense>
			</ErrorBoundary>
			<ErrorBoundary fallback={null} onError={close} resetKey={`${shown} ${open}`}>
				<Suspense fallback={null}>
					{shown !== null && (
						<AnalysisModal
							key={shown}
							videoId={shown}
							open={open}
							onClose={close}
							onClosed={() => forget(shown)}
						/>
					)}
				</Suspense>
			</ErrorBoundary>
		</AnalyzeContext>
	);
}

/** The code is loaded with the first run, because there is nothing to follow without a run. */
async function followAnew(id: string): Promise<void> {
	try {
		const { followNewRun } = await import("#web/api/live-video.ts");
		followNewRun(id);
	} catch {
		// If the code could not be loaded, it is not following an earlier run either.
	}
}

const FALLBACK = "Failed to analyze video. Please try again.";
const REASON = "Sign in to analyze videos.";

/**
 * Requests an analysis. If the server requires a member, asks the visitor to sign in and repeats
 * the same request, so that the link is not lost.
 */
async function startAnalysis(
	wanted: AnalyzeRequest,
	promptSignIn: () => Promise<boolean>,
	in_field: boolean,
): Promise<StartOutcome> {
	try {
		return await requestAnalysis(wanted);
	} catch (thrown) {
		if (!(thrown instanceof ApiProblem) || thrown.status !== 401) {
			return refused(thrown);
		}
	}
	if (!in_field) {
		if (!(await promptSignIn())) return { kind: "dismissed" };
		return requestAnalysis(wanted).catch(refused);
	}
	keepLink(wanted);
	waiting_here = true;
	const signed_in = await promptSignIn();
	waiting_here = false;
	if (!signed_in) {
		dropLink();
		return { kind: "dismissed" };
	}
	return oneTabAtATime(async () => {
		if (takeLink() === null) {
			const started = await startedElsewhere();
			if (started !== null) return started;
		}
		return requestKept(wanted);
	});
}

/** Whether a link of this tab's field waits for its visitor. */
let waiting_here = false;

/** Starts the link that was kept in this browser while its visitor signed in; null without one. */
async function continueKeptLink() {
	if (waiting_here) return null;
	return oneTabAtATime(async () => {
		const request = takeLink();
		return request && { url: request.url, outcome: await requestKept(request) };
	});
}

/** Requests the analysis of a kept link, and tells the other tabs what came of it. */
async function requestKept(wanted: AnalyzeRequest): Promise<StartOutcome> {
	const outcome = await requestAnalysis(wanted).catch(refused);
	const { kind } = outcome;
	settleLink(
		kind === "started" || kind === "exists" ? { kind, video_id: outcome.video_id } : "refused",
	);
	return outcome;
}

/** For a link without a video, also says what to do with it. */
function refused(thrown: unknown): StartOutcome {
	const text = problemText(thrown, FALLBACK);
	const known = thrown instanceof ApiProblem && thrown.code === "invalid_url";
	const hint = known ? thrown.fields.url : undefined;
	return { kind: "refused", text: hint === undefined ? text : `${text}. ${hint}`, problem: thrown };
}

async function requestAnalysis(wanted: AnalyzeRequest): Promise<StartOutcome> {
	const answer = await post<AnalyzeResponse>("/api/analyze", wanted);
	return { ...answer, kind: answer.status === "completed" ? "exists" : "started" };
}

const RunChip = lazyComponent(async () => (await import("./run-watchers.tsx")).RunChip, undefined, {
	missing: null,
});

/**
 * The newest running analysis in the header of every page except its own, which shows it larger.
 */
export function ProgressChip() {
	const { running, show } = useAnalyze();
	const { pathname } = useLocation();
	const elsewhere = running.filter((id) => pathname !== paths.results(id));
	const newest = elsewhere[0];
	if (newest === undefined) return null;
	return (
		<ErrorBoundary fallback={null} resetKey={newest}>
			<Suspense fallback={null}>
				<RunChip id={newest} others={elsewhere.length - 1} onPress={() => show(newest)} />
			</Suspense>
		</ErrorBoundary>
	);
}
