import * as z from "zod";
import { parseUntrustedJson } from "#domain/untrusted-json.ts";
import type { OutboundFetch } from "#pipeline/outbound.ts";
import { readBounded } from "#pipeline/read-bounded.ts";
import { OIDC_BOUNDS } from "./bounds.ts";

/** What is used of a provider's discovery document. */
const Discovery = z.object({
	issuer: z.string(),
	authorization_endpoint: z.url({ protocol: /^https?$/ }),
	token_endpoint: z.url({ protocol: /^https?$/ }),
	jwks_uri: z.url({ protocol: /^https?$/ }),
});
export type Discovery = z.infer<typeof Discovery>;

/** Providers change theirs over months. */
const KEPT_MS = 60 * 60 * 1_000;
/** Values only: work begun in one request must not be awaited in another. */
const kept = new Map<string, { until_ms: number; document: Discovery }>();

/** The provider's addresses, asked once an hour. Throws where they cannot be had or trusted. */
export async function discover(
	fetch: OutboundFetch,
	issuer: string,
	now_ms: number,
): Promise<Discovery> {
	const known = kept.get(issuer);
	if (known && now_ms < known.until_ms) return known.document;
	const url = `${issuer}/.well-known/openid-configuration`;
	const response = await fetch(url, {}, OIDC_BOUNDS);
	if (!response.ok)
		throw new Error(`The provider's discovery answers ${response.status}`);
	const document = Discovery.parse(
		parseUntrustedJson(await readBounded(response)),
	);
	if (document.issuer.replace(/\/$/, "") !== issuer)
		throw new Error("The discovery document is another issuer's");
	requireTls(issuer, document);
	kept.set(issuer, { until_ms: now_ms + KEPT_MS, document });
	return document;
}

/** A provider behind https does not send secrets and people elsewhere in the clear. */
function requireTls(issuer: string, document: Discovery): void {
	const { authorization_endpoint, token_endpoint, jwks_uri } = document;
	const addresses = [authorization_endpoint, token_endpoint, jwks_uri];
	if (
		issuer.startsWith("https:") &&
		!addresses.every((address) => address.startsWith("https:"))
	)
		throw new Error("The discovery document names an address without TLS");
}
