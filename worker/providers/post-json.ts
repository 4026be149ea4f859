import { readBounded } from "#outbound/bounded-body.ts";
import { tryParseJson } from "#text/untrusted-json.ts";
import { badAnswer, type CallFailure } from "./call-failure.ts";
import type { AttemptTools } from "./retrying-call.ts";

type JsonRequest = {
	url: string;
	headers: Record<string, string>;
	body: unknown;
};

/** A response with an error status; `body` is undefined if it is not JSON. */
export type ErrorAnswer = {
	status: number;
	headers: Headers;
	body: unknown;
	/** Epoch milliseconds. */
	now: number;
};

/**
 * Posts JSON and resolves to the response's JSON. Rejects with OutboundError, with a bad answer,
 * or with the result of `failureOf` for an error status.
 */
export async function postJson(
	request: JsonRequest,
	tools: AttemptTools,
	failureOf: (answer: ErrorAnswer) => CallFailure,
): Promise<unknown> {
	const response = await tools.send(request.url, {
		method: "POST",
		headers: { ...request.headers, "content-type": "application/json" },
		body: JSON.stringify(request.body),
	});
	const body = tryParseJson(await readBounded(response));
	const { status, headers } = response;
	if (!response.ok) throw failureOf({ status, headers, body, now: tools.now() });
	if (body === undefined) throw badAnswer();
	return body;
}
