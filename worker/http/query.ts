import type { Context } from "hono";
import type * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import { type FieldError, problem } from "./problems.ts";

/** The request's query, checked; what the schema does not name is ignored. */
export function readQuery<S extends z.ZodType>(
	c: Context<AppEnv>,
	schema: S,
): z.infer<S> {
	const parsed = schema.safeParse(c.req.query());
	if (parsed.success) return parsed.data;
	const errors = fieldErrors(parsed.error);
	const [first] = errors;
	if (!first) throw problem("invalid_query/shape", { errors });
	throw problem("invalid_query", {
		values: { field: first.pointer.slice(1), reason: first.detail },
		errors,
	});
}

/** What is wrong with which field, as a problem tells it. */
export function fieldErrors(error: z.ZodError): FieldError[] {
	return error.issues.map((issue) => ({
		pointer: `/${issue.path.map(String).join("/")}`,
		detail: sentenceOf(issue),
	}));
}

const UNITS: Partial<Record<string, string>> = {
	string: "character",
	array: "item",
};

/** The parser's own words where people can read them; they see these beside the field. */
function sentenceOf(issue: z.core.$ZodIssue): string {
	if (issue.code === "too_small")
		return `At least ${amount(issue.minimum, issue.origin)} expected.`;
	if (issue.code === "too_big")
		return `At most ${amount(issue.maximum, issue.origin)} expected.`;
	// Else a whole regular expression would be read out.
	if (issue.code === "invalid_format") return "It has the wrong form.";
	return issue.message;
}

function amount(count: number | bigint, of: string): string {
	const unit = UNITS[of];
	if (unit === undefined) return String(count);
	return `${count} ${unit}${Number(count) === 1 ? "" : "s"}`;
}
