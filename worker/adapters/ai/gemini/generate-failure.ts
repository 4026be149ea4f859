import * as z from "zod";
import { type CallFailure, failureOfStatus } from "#pipeline/call-failure.ts";
import { retryAfterMs } from "#pipeline/retry-after.ts";
import type { ErrorAnswer } from "../post-json.ts";

const Detail = z.object({
	reason: z.string().optional(),
	/** A google.rpc duration, such as "38s" or "0.5s". */
	retryDelay: z
		.string()
		.regex(/^\d{1,9}(?:\.\d{1,9})?s$/)
		.optional(),
});
const Details = z.object({
	error: z.object({ details: z.array(Detail.catch({})) }),
});

/** An answer with an error status. A wrong key comes as 400, a pause in the body. */
export function generateFailure(answer: ErrorAnswer): CallFailure {
	const details = Details.safeParse(answer.body).data?.error.details ?? [];
	if (details.some(({ reason }) => reason === "API_KEY_INVALID"))
		return failureOfStatus(401, null);
	return failureOfStatus(
		answer.status,
		retryAfterMs(answer.headers, answer.now) ?? delayOf(details),
	);
}

function delayOf(details: z.infer<typeof Detail>[]): number | null {
	const delay = details.find(({ retryDelay }) => retryDelay)?.retryDelay;
	return delay === undefined ? null : Number(delay.slice(0, -1)) * 1_000;
}
