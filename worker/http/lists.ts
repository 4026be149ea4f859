import type { Context } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import { type ProblemError, problem } from "./problems.ts";

/** The query for a list's next page: the `next_cursor` of the previous page. */
export const PageQuery = z.object({ cursor: z.string().optional() });
export type PageQuery = z.infer<typeof PageQuery>;

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
