import type * as z from "zod";
import type { FieldError } from "#domain/refusal.ts";

/** What is wrong with which field, as a problem tells it. */
export function fieldErrors(error: z.ZodError): FieldError[] {
	return error.issues.map((issue) => ({
		pointer: `/${issue.path.map(String).join("/")}`,
		detail: issue.message,
	}));
}
