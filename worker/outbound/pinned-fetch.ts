import { type OutboundBounds, OutboundError } from "./outbound.ts";

/**
 * The service that connects to an address that was checked. `npm start` has it, because workerd
 * resolves a host name again, and the second answer may be another. On Cloudflare there is none:
 * the platform refuses private addresses itself.
 */
export type PinnedFetcher = { fetch: typeof fetch };

/** The JSON body of a request to the service. */
export type PinnedRequest = {
	url: string;
	/** The checked addresses of the URL's host; empty for a host that the operator trusts. */
	addresses: readonly string[];
	method: string;
	headers: Record<string, string>;
	body: string | null;
	timeout_ms: number;
	/** A decoded body may end after this many bytes, and not before. */
	max_bytes: number;
};

/**
 * The header of every answer of the service: "answer" if status, headers and body are those of
 * the URL's host, otherwise why there is none.
 */
export const OUTCOME_HEADER = "pinned-outcome";
export type PinnedOutcome = "answer" | "timeout" | "network";

/** Sends a request through the service. Throws OutboundError if the host did not answer. */
export async function fetchPinned(
	service: PinnedFetcher,
	url: string,
	{ method = "GET", headers, body = null, signal = null }: RequestInit,
	addresses: readonly string[],
	{ timeout_ms, max_bytes }: OutboundBounds,
): Promise<Response> {
	if (body !== null && typeof body !== "string")
		throw new TypeError("Only text can be sent to a checked address.");
	const request: PinnedRequest = {
		url,
		addresses,
		method,
		headers: Object.fromEntries(new Headers(headers)),
		body,
		timeout_ms,
		max_bytes,
	};
	const response = await service.fetch("http://pinned-fetch/", {
		method: "POST",
		body: JSON.stringify(request),
		redirect: "manual",
		signal,
	});
	const outcome = response.headers.get(OUTCOME_HEADER);
	if (outcome === "answer") return response;
	void response.body?.cancel().catch(() => undefined);
	throw outcome === "timeout"
		? new OutboundError("timeout", `No answer within ${timeout_ms / 1_000} s.`)
		: new OutboundError("network", "The host could not be reached.");
}
