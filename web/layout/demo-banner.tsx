import { useHealth } from "../api/use-health.ts";

/** Says on every page that no score here is real. */
export function DemoBanner() {
	if (useHealth()?.mode !== "demo") return null;
	return (
		<aside
			aria-label="Demo mode"
			data-print="no"
			className="hatched-quiet border-b border-line p-1"
		>
			<p className="page-width bg-ground py-1.5 text-sm">
				<strong className="font-semibold">Demo mode.</strong> No AI provider is
				set up, so every score is simulated and says nothing about a video.
			</p>
		</aside>
	);
}
