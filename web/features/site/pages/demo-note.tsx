import { useHealth } from "#web/api/use-site.ts";

/** Says on a page about AI models and sources that this site has neither. */
export function DemoNote() {
	const health = useHealth();
	if (health?.mode !== "demo") return null;
	return (
		<p className="max-w-[68ch] border-l-4 border-ink bg-sunken px-4 py-3">
			This site runs in demo mode. Three simulated raters take the place of the AI models
			{health.evidence_sources.includes("samples") &&
				", and sample pages take the place of the web"}
			. This page describes a site with AI models.
		</p>
	);
}
