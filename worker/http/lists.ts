import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";
import { type ProblemError, problem } from "./problems.ts";

/** Says where a list goes on (RFC 8288): the same request with the next cursor. */
export function linkNextPage(
	c: Context<AppEnv>,
	{ next_cursor }: { next_cursor: string | null },
): void {
	if (next_cursor === null) return;
	const { pathname, searchParams } = new URL(c.req.url);
	searchParams.set("cursor", next_cursor);
	c.header("link", `<${pathname}?${searchParams}>; rel="next"`);
}

export function badCursor(): ProblemError {
	return problem("bad_cursor");
}
