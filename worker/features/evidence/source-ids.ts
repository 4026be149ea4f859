import type { SourceId } from "#contract/verdicts.ts";
import type { Settings } from "#worker/env.ts";

/**
 * The site's sources, in the order in which their hits are merged; none: rate from memory. Every
 * page shows them, so they are named without the code that asks them.
 */
export function openSourceIds(settings: Settings, mode: "demo" | "live"): SourceId[] {
	const { EVIDENCE_SOURCES: wanted } = settings;
	const usable: SourceId[] = ["wikipedia", "pubmed"];
	// Without a model a result has no score, so it is not worth a search that costs money.
	if (settings.BRAVE_API_KEY && mode === "live") usable.push("brave");
	if (settings.SEARXNG_BASE_URL) usable.push("searxng");
	if (settings.FACT_CHECK_API_KEY) usable.push("factcheck");
	const open = wanted ? usable.filter((id) => wanted.includes(id)) : usable;
	return mode === "demo" && wanted?.length !== 0 ? [...open, "samples"] : open;
}

/** The sources that a run asks. A sample's run needs no network, and no other run asks samples. */
export function runSourceIds(
	settings: Settings,
	mode: "demo" | "live",
	is_sample: boolean,
): SourceId[] {
	return openSourceIds(settings, mode).filter((id) => (id === "samples") === is_sample);
}
