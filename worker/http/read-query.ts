import type { Context } from "hono";
import type * as z from "zod";
import { badInput } from "#domain/refusal.ts";
import type { AppEnv } from "./app-env.ts";
import { fieldErrors } from "./field-errors.ts";

/** The request's query, checked; what the schema does not name is ignored. */
export function readQuery<S extends z.ZodType>(
	c: Context<AppEnv>,
	schema: S,
): z.infer<S> {
	const parsed = schema.safeParse(c.req.query());
	if (parsed.success) return parsed.data;
	const errors = fieldErrors(parsed.error);
	const [first] = errors;
	throw badInput(
		"invalid_query",
		first
			? `Please check ${first.pointer.slice(1)}: ${first.detail}`
			: "The query has the wrong shape.",
		errors,
	);
}
