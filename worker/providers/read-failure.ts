import { LIMIT_REACHED } from "#contract/unfinished.ts";
import { retryAfterMs } from "#outbound/retry-after.ts";
import { badAnswer, CallFailure, declined, LASTING, refusedRequest } from "./call-failure.ts";
import { resetMs } from "./limit-headers.ts";
import { type Learned, namedParameter, type OptionalParameter } from "./refused-parameters.ts";
import { type ReportedError, readReportedError } from "./reported-error.ts";
import { vendorWords } from "./vendor-words.ts";

/** A response that reports an error, by its status or in its body. */
export type ErrorAnswer = {
	status: number;
	headers: Headers;
	/** Its text, if that is not JSON. */
	body: unknown;
	/** Epoch milliseconds. */
	now: number;
};

/** What its server may refuse of a request, and what must not be told of it. */
export type Sent = {
	api_key: string | undefined;
	/** The words of the request. */
	user: string;
	/** The parameters that it had and can do without. */
	optional: readonly OptionalParameter[];
	/** Those that were left out because they were refused before. */
	refused: readonly OptionalParameter[];
	/** Another form of the address, which was not asked; null if there is none. */
	other_address: string | null;
};

/** Statuses that call for a pause, not for a different request. */
const PASSING = new Set([408, 409, 425]);
/** Statuses that say nothing of the request's parameters. */
const OTHER_MATTERS = new Set([401, 402, 403, 408, 409, 425, 429, 502, 503, 504, 529]);

const KEY =
	/API_KEY_INVALID|(?:invalid|incorrect).{0,12}(?:api.?)?key|(?:api.?)?key.{0,24}(?:invalid|not valid|incorrect)/i;
const CREDIT =
	/insufficient.{0,3}(?:quota|balance|credit|funds)|credit balance|out of credits|(?:no|any|more) credits|exceeded_current_quota_error|billing hard limit|payment required/i;
const INVALID_JSON =
	/json_validate_failed|failed to (?:generate|validate|parse).{0,24}json|failed_generation/i;
const NO_MODEL =
	/model_not_found|not_found_error\s+model:|(?:no such|unknown|invalid) model|(?:models?|deployment)\b.{0,80}(?:not found|not exist|does not exist|not available|not supported)|not a valid model|no models? loaded|no endpoints found for/is;
/** A content filter has refused the question itself. */
const FILTERED = /\bcontent_filter\b|content management policy|content_policy_violation/i;
const CONTEXT =
	/exceed_context_size|context.{0,12}(?:size|length|window|overflow)|prompt is too long|too many tokens|n_ctx/i;
const NO_ENDPOINT =
	/unexpected endpoint|unknown (?:url|endpoint|path|request)|invalid url|no such path|cannot (?:get|post)|(?:page|route|path|url|endpoint) not found|^not found\.?$|method not allowed/im;

/** The failure for a response with an error. Parameters that were not sent cannot be what it refuses. */
export function readFailure(answer: ErrorAnswer, sent: Sent): CallFailure {
	const error = readReportedError(answer.body);
	const in_body = answer.status < 400;
	const status = in_body ? (error.status ?? 0) : answer.status;
	const own = { status: status || null, said: vendorWords(error.text, sent.api_key, sent.user) };
	const words = [...error.codes, error.text].join("\n");
	const known = ofAccount(status, words, own);
	if (known !== null) return known;
	if (status === 429) return limited(answer, error, own);
	const change = changedRequest(answer, status, words, sent);
	if (change !== null)
		return new CallFailure("refused", refusedRequest(status), "now", { ...own, learns: change });
	if (!OTHER_MATTERS.has(status) && CONTEXT.test(words))
		return new CallFailure("refused", LASTING.context, "no", own);
	if (status < 500 && NO_MODEL.test(words))
		return new CallFailure("refused", LASTING.model, "no", own);
	if (in_body && (status === 0 || status >= 500))
		return new CallFailure("unavailable", "the provider reported an error", "later", own);
	return failureOfStatus(answer, error, status, own);
}

/** Failures that no other request would avoid, and an answer that was not the JSON that was asked. */
function ofAccount(status: number, words: string, own: Own): CallFailure | null {
	if (INVALID_JSON.test(words)) return badAnswer();
	if (status === 400 && FILTERED.test(words)) return declined();
	if (status === 402 || (status < 500 && CREDIT.test(words)))
		return new CallFailure("rate_limited", LASTING.credit, "no", own);
	if (status === 401 || status === 403 || (status < 500 && KEY.test(words)))
		return new CallFailure("refused", LASTING.key, "no", own);
	return null;
}

/** What to leave out of the next request, or to send elsewhere; null if no change would help. */
function changedRequest(
	answer: ErrorAnswer,
	status: number,
	words: string,
	{ optional, refused, other_address }: Sent,
): Partial<Learned> | null {
	if (other_address !== null && isNoApi(answer, status, words)) return { address: other_address };
	if (status === 413) return optional.includes("max_tokens") ? { refused: ["max_tokens"] } : null;
	if (OTHER_MATTERS.has(status)) return null;
	const named = namedParameter(words, optional, refused);
	return named === null ? null : { refused: [named] };
}

type Own = { status: number | null; said: string };

function limited({ headers, now }: ErrorAnswer, error: ReportedError, own: Own): CallFailure {
	const reset_ms = error.reset === null ? null : resetMs(error.reset, now);
	const retry_after_ms = retryAfterMs(headers, now) ?? error.wait_ms ?? reset_ms;
	if (error.by_day) return new CallFailure("rate_limited", LASTING.day, "no", own);
	const { per_minute } = error;
	return new CallFailure("rate_limited", LIMIT_REACHED, "later", {
		...own,
		retry_after_ms,
		per_minute,
	});
}

function failureOfStatus(
	{ headers, now }: ErrorAnswer,
	error: ReportedError,
	status: number,
	own: Own,
): CallFailure {
	const retry_after_ms = retryAfterMs(headers, now) ?? error.wait_ms;
	if (status >= 500 || PASSING.has(status))
		return new CallFailure("unavailable", `the provider is unavailable (${status})`, "later", {
			...own,
			retry_after_ms,
		});
	return new CallFailure("refused", refusedRequest(status), "no", own);
}

/** Whether the address leads to no API: a page, or a server that does not know the path. */
function isNoApi({ body }: ErrorAnswer, status: number, words: string): boolean {
	if (status === 404 || status === 405) return typeof body === "string" || !NO_MODEL.test(words);
	return (status === 0 || status === 400) && NO_ENDPOINT.test(words);
}
