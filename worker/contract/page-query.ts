import * as z from "zod";

/** Of a list's next page: the `next_cursor` of the page before. */
export const PageQuery = z.object({ cursor: z.string().optional() });
export type PageQuery = z.infer<typeof PageQuery>;
