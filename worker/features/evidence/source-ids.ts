import type { SourceId } from "#contract/verdicts.ts";
import type { Settings } from "#worker/env.ts";

/**
 * The sources that are asked, in the order in which their hits are merged; none: rate from
 * memory. Every page shows them, so they are named without the code that asks them.
 */
export function openSourceIds(settings: Settings, mode: "demo" | "live"): SourceId[] {
	const { EVIDENCE_SOURCES: wanted } = settings;
	// Demo mode needs no network.
	if (mode === "demo") return (wanted?.includes("samples") ?? true) ? ["samples"] : [];
	const usable: SourceId[] = ["wikipedia", "pubmed"];
	if (settings.BRAVE_API_KEY) usable.push("brave");
	if (settings.SEARXNG_BASE_URL) usable.push("searxng");
	if (settings.FACT_CHECK_API_KEY) usable.push("factcheck");
	return wanted ? usable.filter((id) => wanted.includes(id)) : usable;
}
