/** The limits of one outgoing call. */
export type OutboundBounds = {
	/** From the grant of the slot to the last byte of the body. */
	timeout_ms: number;
	/** Bytes of the decoded body; one more is an error, unless `overflow` says otherwise. */
	max_bytes: number;
	/** "cut": the body ends at `max_bytes`, as the beginning of a web page is of use too. */
	overflow?: "error" | "cut";
	/** "return": a 3xx answer is returned without its body, so that the caller can check its target. */
	redirect?: "error" | "return";
	/** Called once, when the slot is granted and the deadline starts. */
	granted?: () => void;
};

/**
 * A fetch that waits for a slot, ends in time and reads no more than its limit. It does
 * not follow redirects: a 3xx answer is an OutboundError "redirect", or returned as it is.
 */
export type OutboundFetch = (
	url: string,
	init: RequestInit,
	bounds: OutboundBounds,
) => Promise<Response>;

export type OutboundErrorKind =
	| "timeout"
	| "too_large"
	| "network"
	| "redirect"
	| "aborted";

/** A call without a usable answer. Its message is safe to show. */
export class OutboundError extends Error {
	override readonly name = "OutboundError";
	readonly kind: OutboundErrorKind;
	constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
		super(message, { cause });
		this.kind = kind;
	}
}
