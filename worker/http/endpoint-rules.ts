/**
 * Whether pages of other sites may read the answers. `public`: a read that is the same for
 * everyone. `keyed`: the API for programs, with an API key that the page itself sends; cookies are
 * ignored. `own`: no. `extension`: no, but this site's browser extension may call it without a
 * key. `mail`: no, but a mail program may send a form there, with a token in the address; cookies are
 * ignored.
 */
export type CrossOrigin = "public" | "keyed" | "own" | "extension" | "mail";

/** What the middleware has to know about an endpoint before its handler runs. */
export type EndpointRules = {
	method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
	/** With its parameters in braces: "/api/videos/{id}". */
	path: string;
	cross_origin: CrossOrigin;
	/**
	 * Where the caller is looked up, and where a GET reads what may be a moment old. A write may say
	 * "near" only if its batch checks session and key again: a session read within the last minute
	 * then identifies the caller.
	 */
	reads: "near" | "primary";
};

/** Finds the endpoints at a request's path, in the order of the list. */
export function finderByPath<R extends { path: string }>(
	endpoints: readonly R[],
): (path: string) => R[] {
	const known = endpoints.map((one) => ({ one, matches: pathPattern(one.path) }));
	return (path) => known.filter(({ matches }) => matches.test(path)).map(({ one }) => one);
}

function pathPattern(path: string): RegExp {
	const parts = path
		.split("/")
		.map((part) => (part.startsWith("{") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
	return new RegExp(`^${parts.join("/")}$`);
}
