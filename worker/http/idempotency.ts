import type { Context, MiddlewareHandler } from "hono";
import { PROBLEM_TYPE } from "./answer-problem.ts";
import type { AppEnv } from "./app-env.ts";
import { MAX_RESPONSE_BODY_BYTES, saysLarger } from "./body.ts";
import { badInput, ProblemError } from "./problems.ts";

/** Visible ASCII, as a header carries it. */
const KEY_SHAPE = /^[\x21-\x7e]{1,255}$/;
/** By then a request that is under way has usually ended. */
const ASK_AGAIN_S = 1;

/**
 * Lets a member send a creating request again without creating twice: with the
 * same Idempotency-Key the first answer is given once more. Nothing is kept of
 * a request that was refused, so that it can be mended and sent again. Stands
 * behind the session; not for answers that hold a secret, which would be kept.
 * `max_bytes` is no less than the route itself reads.
 */
export const idempotency =
	(max_bytes = MAX_RESPONSE_BODY_BYTES): MiddlewareHandler<AppEnv> =>
	async (c, next) => {
		const key = c.req.header("idempotency-key");
		const user = c.get("user");
		if (key === undefined || c.req.method !== "POST" || !user) return next();
		if (!KEY_SHAPE.test(key))
			throw badInput(
				"bad_idempotency_key",
				"The Idempotency-Key has 1 to 255 characters of visible ASCII.",
			);
		const request_hash = await hashOf(c, max_bytes);
		// Too large, as the route itself will say.
		if (request_hash === null) return next();
		const { idempotency } = c.get("deps");
		const { held, ...found } = await idempotency.take(
			user.id,
			key,
			request_hash,
		);
		if (found.state === "other_request") throw otherRequest();
		if (found.state === "running") throw stillRunning();
		if (found.state === "answered") return replay(found.answer);
		await next();
		if (!isKept(c.res.status)) return idempotency.giveBack(held);
		const body = await c.res.clone().text();
		const { status, headers } = c.res;
		const location = headers.get("location");
		await idempotency.keep(held, { status, location, body });
	};

/** What was refused created nothing; what failed on our side may have. */
function isKept(status: number): boolean {
	return status < 400 || status >= 500;
}

async function hashOf(
	c: Context<AppEnv>,
	max_bytes: number,
): Promise<string | null> {
	if (saysLarger(c, max_bytes)) return null;
	const hash = [`${c.req.method} ${c.req.path}\n`];
	const body = c.req.raw.clone().body;
	const reader = body?.getReader() as
		| ReadableStreamDefaultReader<Uint8Array>
		| undefined;
	const decoder = new TextDecoder("latin1");
	for (let bytes = 0; reader; ) {
		const { done, value } = await reader.read();
		if (done) break;
		bytes += value.byteLength;
		if (bytes > max_bytes) {
			await reader.cancel();
			return null;
		}
		hash.push(decoder.decode(value, { stream: true }));
	}
	return c.get("deps").idempotency.hash(hash.join(""));
}

function replay({
	status,
	location,
	body,
}: {
	status: number;
	location: string | null;
	body: string;
}): Response {
	return new Response(body, {
		status,
		headers: {
			"content-type": status < 400 ? "application/json" : PROBLEM_TYPE,
			"idempotency-replayed": "true",
			...(location !== null && { location }),
		},
	});
}

function otherRequest(): ProblemError {
	return new ProblemError({
		status: 422,
		code: "idempotency_key_reused",
		title: "Idempotency-Key used before",
		detail:
			"This Idempotency-Key was sent with another request. Use a new one for each.",
	});
}

function stillRunning(): ProblemError {
	return new ProblemError({
		status: 409,
		code: "request_in_progress",
		title: "Request in progress",
		detail:
			"The first request with this Idempotency-Key is still being worked on.",
		retry_after_s: ASK_AGAIN_S,
	});
}
