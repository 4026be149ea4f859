import { CallFailure, failureOfStatus } from "#pipeline/call-failure.ts";
import { retryAfterMs } from "#pipeline/retry-after.ts";

type Refusal = {
	status: number;
	headers: Headers;
	/** The vendor's word for the trouble. */
	code: string | null;
	now: number;
};

/** A chat completion answered with an error status. */
export function completionFailure(refusal: Refusal): CallFailure {
	const { status, headers, code, now } = refusal;
	if (code === "insufficient_quota")
		return new CallFailure(
			"rate_limited",
			"the provider's quota is used up",
			"no",
			{ status },
		);
	return failureOfStatus(status, retryAfterMs(headers, now));
}
