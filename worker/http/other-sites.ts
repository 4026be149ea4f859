/* Headers by which browsers let the pages of other sites read an answer (CORS). */

/** Response headers that pages of other sites may read. */
const EXPOSED = [
	"ETag",
	"Idempotency-Replayed",
	"Link",
	"Location",
	"RateLimit",
	"RateLimit-Policy",
	"Retry-After",
	"X-D1-Bookmark",
	"X-Request-Id",
].join(", ");

/** A program may send all of them with every call, also where only some have a meaning. */
const REQUEST = [
	"Authorization",
	"Content-Type",
	"Idempotency-Key",
	"If-None-Match",
	"Last-Event-ID",
	"X-D1-Bookmark",
	"X-Request-Id",
];

/** Browsers cache a preflight for at most two hours. */
const PREFLIGHT_MAX_AGE_S = 7_200;

/** Never with cookies, because `*` excludes credentials. */
export function openToOthers(headers: Headers): void {
	headers.set("access-control-allow-origin", "*");
	headers.set("access-control-expose-headers", EXPOSED);
}

/** Answers a preflight: what pages of other sites may send. */
export function offerMethods(
	headers: Headers,
	methods: readonly string[],
	more_headers: readonly string[] = [],
): void {
	headers.set("access-control-allow-methods", methods.join(", "));
	headers.set("access-control-allow-headers", [...REQUEST, ...more_headers].join(", "));
	headers.set("access-control-max-age", String(PREFLIGHT_MAX_AGE_S));
}
