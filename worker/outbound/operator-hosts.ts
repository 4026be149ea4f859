import type { Settings } from "#worker/env.ts";

/** The host of a Wikipedia that the operator set, which may be in the operator's own network. */
export function ownWikipedia({
	WIKIPEDIA_BASE_URL,
}: Pick<Settings, "WIKIPEDIA_BASE_URL">): string | null {
	return WIKIPEDIA_BASE_URL.includes("{language}") ? null : new URL(WIKIPEDIA_BASE_URL).host;
}

/** `host:port` of all hosts that the operator lets pages and webhooks reach at any address. */
export function operatorHosts(
	settings: Pick<
		Settings,
		"EVIDENCE_TRUSTED_HOSTS" | "WEBHOOK_TRUSTED_HOSTS" | "WIKIPEDIA_BASE_URL"
	>,
): string[] {
	const wikipedia = ownWikipedia(settings);
	return [
		...settings.EVIDENCE_TRUSTED_HOSTS,
		...settings.WEBHOOK_TRUSTED_HOSTS,
		...(wikipedia === null ? [] : [wikipedia]),
	];
}
