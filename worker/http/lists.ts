import type { Context } from "hono";
import type { AppEnv } from "./app-env.ts";
import { type ProblemError, problem } from "./problems.ts";

/** Sends a Link header with the address of the next page (RFC 8288). */
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
