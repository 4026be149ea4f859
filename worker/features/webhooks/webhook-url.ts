import { hostProblem } from "#outbound/addresses.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Settings } from "#worker/env.ts";

/** Longer than any real address. */
const MAX_URL_CHARS = 2_048;

export type WebhookTarget =
	| { ok: true; url: string; hostname: string; trusted: boolean }
	| { ok: false; reason: string };

export type WebhookRules = {
	/** `host:port` of receivers in the operator's network, which skip all other checks. */
	trusted_hosts: readonly string[];
	/** The site's own host name, to which no webhook may be sent; null if unknown. */
	own_hostname: string | null;
};

export function webhookRules(settings: Settings): WebhookRules {
	const { WEBHOOK_TRUSTED_HOSTS, APP_ORIGIN } = settings;
	return {
		trusted_hosts: WEBHOOK_TRUSTED_HOSTS,
		own_hostname: APP_ORIGIN ? new URL(APP_ORIGIN).hostname : null,
	};
}

/**
 * Whether a webhook may be sent to this address. The parsed URL is checked, because it normalises
 * every spelling of an IP address. The addresses that the name resolves to are checked before
 * each attempt.
 */
export function checkWebhookUrl(text: string, rules: WebhookRules): WebhookTarget {
	const url = text.length <= MAX_URL_CHARS && parseUrl(text);
	if (!url || !/^https?:$/.test(url.protocol)) return refused("It is not a web address.");
	if (url.username || url.password)
		return refused("It must not contain a user name or a password.");
	url.hash = "";
	const hostname = url.hostname.replace(/\.$/, "");
	if (rules.trusted_hosts.includes(url.host))
		return { ok: true, url: url.href, hostname, trusted: true };
	const reason =
		url.protocol !== "https:"
			? "It must begin with https://."
			: url.port !== ""
				? "It must not name a port."
				: hostProblem(hostname, rules.own_hostname);
	return reason === null ? { ok: true, url: url.href, hostname, trusted: false } : refused(reason);
}

function refused(reason: string): WebhookTarget {
	return { ok: false, reason };
}
