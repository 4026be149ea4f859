import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import { saysLarger } from "../read-json.ts";

/** What nobody asked for is not worth more: the connection may break then. */
const MAX_UNREAD_BYTES = 64 * 1024;

/**
 * Reads what its handler left of a request. The runtime cuts a connection whose
 * request was not read to its end, and the client's next request with it.
 */
export const readToEnd: MiddlewareHandler<AppEnv> = async (c, next) => {
	await next();
	const { body } = c.req.raw;
	if (!body || c.req.raw.bodyUsed) return;
	if (saysLarger(c, MAX_UNREAD_BYTES)) return body.cancel();
	const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
	for (let bytes = 0; bytes <= MAX_UNREAD_BYTES; ) {
		const { done, value } = await reader.read();
		if (done) return;
		bytes += value.byteLength;
	}
	await reader.cancel();
};
