import { Suspense } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { useAnalyze } from "./analyze-context.ts";

const RunChip = lazyComponent(async () => (await import("./run-chip.tsx")).RunChip);

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
