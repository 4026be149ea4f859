import type { Context } from "hono";
import type * as z from "zod";
import { VideoId } from "#contract/ids.ts";
import type { AppEnv } from "./app-env.ts";
import { type FieldError, problem } from "./problems.ts";

/** Parses the request's query; unknown parameters are ignored. */
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

/** The fields that failed, with a sentence for each. */
export function fieldErrors(error: z.ZodError): FieldError[] {
	return error.issues.map((issue) => ({
		pointer: `/${issue.path.map(String).join("/")}`,
		detail: describeIssue(issue),
	}));
}

const UNITS: Partial<Record<string, string>> = {
	string: "character",
	array: "item",
};

/** A sentence that people can read beside the field. */
function describeIssue(issue: z.core.$ZodIssue): string {
	if (issue.code === "too_small")
		return `At least ${amount(issue.minimum, issue.origin)} expected.`;
	if (issue.code === "too_big")
		return `At most ${amount(issue.maximum, issue.origin)} expected.`;
	// The parser's message would quote the whole regular expression.
	if (issue.code === "invalid_format") return "It has the wrong form.";
	return issue.message;
}

function amount(count: number | bigint, of: string): string {
	const unit = UNITS[of];
	if (unit === undefined) return String(count);
	return `${count} ${unit}${Number(count) === 1 ? "" : "s"}`;
}

/** The video in the path. A text that cannot be an id is an unknown video. */
export function readVideoId(c: Context<AppEnv>): VideoId {
	const parsed = VideoId.safeParse(c.req.param("id"));
	if (!parsed.success) throw problem("video_not_found");
	return parsed.data;
}
