import { useHealth } from "#web/api/use-health.ts";
import { PROVIDER_NAMES } from "#web/ui/provider-names.ts";

/** Who rates on this site, as the server says it. */
export function PanelNow() {
	const health = useHealth();
	if (health === undefined) return null;
	if (health.mode === "demo") {
		return (
			<p>
				<strong>This site runs in demo mode.</strong> No AI provider is set up,
				so nothing is sent to any, and every score on it is simulated.
			</p>
		);
	}
	const names = health.panel.map((provider) => PROVIDER_NAMES[provider]);
	return (
		<p>
			<strong>On this site the panel is {listed(names)}.</strong>
		</p>
	);
}

function listed(names: string[]): string {
	const last = names.at(-1) ?? "";
	return names.length < 2
		? last
		: `${names.slice(0, -1).join(", ")} and ${last}`;
}
