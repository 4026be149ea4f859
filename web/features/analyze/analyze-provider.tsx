import {
	type ReactNode,
	Suspense,
	useCallback,
	useMemo,
	useState,
} from "react";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PartMissing } from "#web/ui/part-missing.tsx";
import { type Analyze, AnalyzeContext } from "./analyze-context.ts";
import { startAnalysis } from "./start-analysis.ts";
import { useRuns } from "./use-runs.ts";

const AnalysisModal = lazyPart(async () => ({
	default: (await import("./analysis-modal.tsx")).AnalysisModal,
}));
const RunWatchers = lazyPart(async () => ({
	default: (await import("./run-watchers.tsx")).RunWatchers,
}));

/** Starts analyses, follows the running ones on every page, shows one in a dialog. */
export function AnalyzeProvider({
	promptSignIn,
	children,
}: {
	promptSignIn: (reason: string) => Promise<boolean>;
	children: ReactNode;
}) {
	const { running, follow, end } = useRuns();
	const [shown, setShown] = useState<string | null>(null);
	const [open, setOpen] = useState(false);

	const show = useCallback((id: string) => {
		setShown(id);
		setOpen(true);
	}, []);

	const close = useCallback(() => setOpen(false), []);

	const start = useCallback(
		async (wanted: AnalyzeRequest, { quiet = false } = {}) => {
			const outcome = await startAnalysis(wanted, promptSignIn);
			if (outcome.kind !== "started") return outcome;
			await followAnew(outcome.video_id);
			follow(outcome.video_id);
			if (!quiet) show(outcome.video_id);
			return outcome;
		},
		[promptSignIn, show, follow],
	);

	const analyze = useMemo<Analyze>(
		() => ({ start, running, show }),
		[start, running, show],
	);
	return (
		<AnalyzeContext value={analyze}>
			{children}
			<ErrorBoundary instead={null} resetKey={running.join()}>
				<Suspense fallback={null}>
					{running.length > 0 && (
						<RunWatchers
							running={running}
							shown={open ? shown : null}
							onEnd={end}
						/>
					)}
				</Suspense>
			</ErrorBoundary>
			<ErrorBoundary
				instead={<PartMissing onMissing={close} />}
				resetKey={`${shown} ${open}`}
			>
				<Suspense fallback={null}>
					{shown !== null && (
						<AnalysisModal
							key={shown}
							videoId={shown}
							open={open}
							onClose={close}
							onClosed={() => setShown(null)}
						/>
					)}
				</Suspense>
			</ErrorBoundary>
		</AnalyzeContext>
	);
}

/** Loaded with the first run: a page without one follows nothing. */
async function followAnew(id: string): Promise<void> {
	try {
		const { followNewRun } = await import("#web/api/live-video.ts");
		followNewRun(id);
	} catch {
		// What was not loaded has followed no earlier run either.
	}
}
