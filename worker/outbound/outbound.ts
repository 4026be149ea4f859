/** The limits of one outgoing call. */
export type OutboundBounds = {
	/** From the grant of the slot to the last byte of the body. */
	timeout_ms: number;
	/**
	 * The maximum size of the decoded body. A larger body is an error, unless `overflow` is "cut".
	 */
	max_bytes: number;
	/** "cut" truncates the body at `max_bytes`, because the start of a web page is useful too. */
	overflow?: "error" | "cut";
	/**
	 * "return" passes a 3xx response on without its body, so that the caller can check its target.
	 */
	redirect?: "error" | "return";
	/**
	 * The addresses of the URL's host that were checked. The connection goes to one of them, if the
	 * platform does not refuse private addresses itself. Empty for a host that the operator trusts.
	 */
	addresses?: readonly string[];
	/** Called once, when the slot is granted and the deadline starts. */
	granted?: () => void;
};

/**
 * A fetch with a slot, a deadline and a size limit. It does not follow redirects: a 3xx response
 * is an OutboundError "redirect", or is returned unchanged.
 */
export type OutboundFetch = (
	url: string,
	init: RequestInit,
	bounds: OutboundBounds,
) => Promise<Response>;

export type OutboundErrorKind = "timeout" | "too_large" | "network" | "redirect" | "aborted";

/** A call without a usable response. Its message is safe to show. */
export class OutboundError extends Error {
	override readonly name = "OutboundError";
	readonly kind: OutboundErrorKind;
	constructor(kind: OutboundErrorKind, message: string, cause?: unknown) {
		super(message, { cause });
		this.kind = kind;
	}
}
