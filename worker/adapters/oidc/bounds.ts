import type { OutboundBounds } from "#pipeline/outbound.ts";

/** Somebody waits on a blank page meanwhile; the documents are a few KB. */
export const OIDC_BOUNDS: OutboundBounds = {
	timeout_ms: 5_000,
	max_bytes: 256 * 1024,
};
