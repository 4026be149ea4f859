import {
	lazy,
	type ReactNode,
	Suspense,
	useCallback,
	useMemo,
	useState,
} from "react";
import { useSWRConfig } from "swr";
import type { AnalyzeRequest } from "#contract/analysis.ts";
import { keys } from "#web/api/keys.ts";
import { followNewRun } from "#web/api/live-video.ts";
import { type Analyze, AnalyzeContext } from "./analyze-context.ts";
import { forgetRun, rememberedRuns, rememberRun } from "./run-memory.ts";
import { RunWatcher } from "./run-watcher.tsx";
import { startAnalysis } from "./start-analysis.ts";

const AnalysisModal = lazy(async () => ({
	default: (await import("./analysis-modal.tsx")).AnalysisModal,
}));

/** Starts analyses, follows the running ones on every page, shows one in a dialog. */
export function AnalyzeProvider({
	promptSignIn,
	children,
}: {
	promptSignIn: (reason: string) => Promise<boolean>;
	children: ReactNode;
}) {
	const { mutate } = useSWRConfig();
	const [running, setRunning] = useState(() => rememberedRuns(Date.now()));
	const [shown, setShown] = useState<string | null>(null);
	const [open, setOpen] = useState(false);

	const show = useCallback((id: string) => {
		setShown(id);
		setOpen(true);
	}, []);

	const start = useCallback(
		async (wanted: AnalyzeRequest, { quiet = false } = {}) => {
			const outcome = await startAnalysis(wanted, promptSignIn);
			if (outcome.kind !== "started") return outcome;
			const id = outcome.video_id;
			rememberRun(id, Date.now());
			setRunning(rememberedRuns(Date.now()));
			followNewRun(id);
			void mutate(keys.report(id));
			if (!quiet) show(id);
			return outcome;
		},
		[promptSignIn, show, mutate],
	);

	const end = useCallback(
		(id: string) => {
			forgetRun(id);
			setRunning(rememberedRuns(Date.now()));
			for (const key of [keys.report(id), keys.recent, keys.stats]) {
				void mutate(key);
			}
		},
		[mutate],
	);

	const analyze = useMemo<Analyze>(
		() => ({ start, running, show }),
		[start, running, show],
	);
	return (
		<AnalyzeContext value={analyze}>
			{children}
			{running.map((id, index) => (
				<RunWatcher
					key={id}
					videoId={id}
					titled={index === 0}
					inView={open && shown === id}
					onEnd={end}
				/>
			))}
			{shown !== null && (
				<Suspense fallback={null}>
					<AnalysisModal
						key={shown}
						videoId={shown}
						open={open}
						onClose={() => setOpen(false)}
						onClosed={() => setShown(null)}
					/>
				</Suspense>
			)}
		</AnalyzeContext>
	);
}
