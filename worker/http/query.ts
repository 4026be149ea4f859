import type { Context } from "hono";
import * as z from "zod";
import { plural } from "#contract/format.ts";
import type { AppEnv } from "./app-env.ts";
import { malformed } from "./operation.ts";
import { type FieldError, type PlainProblem, problem } from "./problems.ts";

/** Parses the request's query. Throws a ProblemError that names the invalid parameters. */
export function readQuery<S extends z.ZodObject>(c: Context<AppEnv>, schema: S): z.output<S> {
	const parsed = schema.safeParse(c.req.query());
	if (parsed.success) return parsed.data;
	const own = ownProblem(schema, parsed.error);
	if (own) throw problem(own);
	const errors = fieldErrors(parsed.error);
	const [first] = errors;
	if (!first) throw problem("invalid_query/shape", { errors });
	throw problem("invalid_query", { values: { sentence: fieldSentence(first) }, errors });
}

/** Parses the parameters in the path. A malformed one is answered like an unknown one. */
export function readParams<S extends z.ZodObject>(c: Context<AppEnv>, schema: S): z.output<S> {
	const parsed = schema.safeParse(c.req.param());
	if (parsed.success) return parsed.data;
	throw problem(ownProblem(schema, parsed.error) ?? "not_found");
}

/** The problem that the first malformed parameter is answered with, if it has one of its own. */
function ownProblem({ shape }: z.ZodObject, { issues }: z.ZodError): PlainProblem | undefined {
	const field = shape[String(issues[0]?.path[0])];
	return field instanceof z.ZodType ? malformed.get(field)?.problem : undefined;
}

/**
 * The problem's sentence for a field. It names the field, unless the instruction already does:
 * "Enter your full name.", "Password: use at least 8 characters."
 */
export function fieldSentence({ pointer, detail }: FieldError): string {
	if (/^(?:Enter |")/.test(detail)) return detail;
	const field = pointer.slice(1).replaceAll("_", " ");
	const name = field.charAt(0).toUpperCase() + field.slice(1);
	return `${name}: ${detail.charAt(0).toLowerCase()}${detail.slice(1)}`;
}

/** Of the unknown fields of an object, as many are named; a body has room for thousands. */
const MAX_NAMED = 10;
/** The maximum length of a field's name that is quoted in a message. */
export const MAX_SHOWN_CHARS = 40;

/** The fields that failed, with a sentence for each. */
export function fieldErrors({ issues }: z.ZodError): FieldError[] {
	return describeFields(issues, []);
}

function describeFields(issues: readonly z.core.$ZodIssue[], within: PropertyKey[]): FieldError[] {
	return issues.flatMap((issue) => {
		const path = [...within, ...issue.path];
		const at = (...more: string[]) => `/${[...path.map(String), ...more].join("/")}`;
		// Of several shapes, the one that the value is closest to.
		if (issue.code === "invalid_union") {
			const [closest] = issue.errors.toSorted((a, b) => a.length - b.length);
			if (closest) return describeFields(closest, path);
		}
		if (issue.code !== "unrecognized_keys")
			return [{ pointer: at(), detail: describeIssue(issue) }];
		return issue.keys.slice(0, MAX_NAMED).map((key) => {
			const name = key.slice(0, MAX_SHOWN_CHARS);
			return { pointer: at(name), detail: `"${name}" is unknown here. Please leave it out.` };
		});
	});
}

/** What to enter into an empty form field, by field. */
const ENTER: Partial<Record<string, string>> = {
	full_name: "Enter your full name.",
	email: "Enter your email address.",
	name: "Enter a name.",
	url: "Enter a link.",
	body: "Enter a text.",
	code: "Enter the code.",
};

/** Describes how to fix the value, shown beside the field. */
function describeIssue(issue: z.core.$ZodIssue): string {
	const field = String(issue.path.at(-1) ?? "");
	if (issue.code === "too_small") {
		if (issue.origin === "string" && Number(issue.minimum) === 1)
			return ENTER[field] ?? "Fill in this field.";
		return `Use at least ${amount(issue.minimum, issue.origin)}.`;
	}
	if (issue.code === "too_big") return `Use at most ${amount(issue.maximum, issue.origin)}.`;
	// The parser's own message would quote the whole regular expression.
	if (issue.code === "invalid_format")
		return field === "email"
			? "Enter an email address such as name@example.org."
			: "Check how this is written.";
	return issue.message;
}

const UNITS: Partial<Record<string, string>> = { string: "character", array: "item" };

function amount(count: number | bigint, of: string): string {
	const unit = UNITS[of];
	return unit === undefined ? String(count) : plural(Number(count), unit);
}
