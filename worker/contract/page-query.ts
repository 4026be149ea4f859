import * as z from "zod";

/** Requests a list's next page: the `next_cursor` of the previous one. */
export const PageQuery = z.object({ cursor: z.string().optional() });
export type PageQuery = z.infer<typeof PageQuery>;
