import { hostProblem } from "#outbound/addresses.ts";
import { parseUrl } from "#text/parse-url.ts";
import type { Settings } from "#worker/env.ts";

/** Longer than any real address. */
const MAX_URL_CHARS = 2_048;

export type WebhookTarget =
	| { ok: true; url: string; hostname: string; trusted: boolean }
	| { ok: false; reason: string };

export type WebhookRules = {
	/** `host:port` of receivers in the operator's network; nothing else about them is checked. */
	trusted_hosts: readonly string[];
	/** The site's host name, because the site does not call itself; null if unknown. */
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
 * Whether a webhook may be sent to this address, judged by the parsed URL, in which every
 * spelling of an IP address is the same. What the name resolves to is checked before each
 * attempt.
 */
export function checkWebhookUrl(
	text: string,
	rules: WebhookRules,
): WebhookTarget {
	const url = text.length <= MAX_URL_CHARS && parseUrl(text);
	if (!url || !/^https?:$/.test(url.protocol))
		return refused("It is not a web address.");
	if (url.username || url.password)
		return refused("It holds a user name or a password.");
	url.hash = "";
	const hostname = url.hostname.replace(/\.$/, "");
	if (rules.trusted_hosts.includes(url.host))
		return { ok: true, url: url.href, hostname, trusted: true };
	const reason =
		url.protocol !== "https:"
			? "It has to begin with https://."
			: url.port !== ""
				? "It may name no port."
				: hostProblem(hostname, rules.own_hostname);
	return reason === null
		? { ok: true, url: url.href, hostname, trusted: false }
		: refused(reason);
}

function refused(reason: string): WebhookTarget {
	return { ok: false, reason };
}
