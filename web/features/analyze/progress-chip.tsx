import { useLocation } from "react-router-dom";
import { useLiveVideo } from "#web/api/live-video.ts";
import { paths } from "#web/paths.ts";
import { PercentBar } from "#web/ui/percent-bar.tsx";
import { useAnalyze } from "./analyze-context.ts";

/** The newest running analysis, small, on every page. */
export function ProgressChip() {
	const { running, show } = useAnalyze();
	const id = running[0] ?? null;
	const live = useLiveVideo(id);
	const { pathname } = useLocation();
	if (id === null || live.ending !== null) return null;
	// Its own page shows the same, larger.
	if (pathname === paths.results(id)) return null;
	const percent = live.report?.analysis?.progress ?? 0;
	const title = live.report?.video.title || "your video";
	const others = running.length - 1;
	return (
		<button
			type="button"
			onClick={() => show(id)}
			aria-label={`Analysis of ${title}: ${percent.toFixed(1)} percent. Show progress`}
			className="flex min-h-11 flex-col justify-center gap-1 rounded-md border border-rule bg-raised px-3 hover:border-ink"
		>
			<span className="text-sm leading-none font-semibold whitespace-nowrap">
				<span className="hidden lg:inline">Analyzing </span>
				{percent.toFixed(1)}%
				{others > 0 && <span className="text-muted"> +{others}</span>}
			</span>
			<PercentBar role="progressbar" label="Progress" percent={percent} />
		</button>
	);
}
