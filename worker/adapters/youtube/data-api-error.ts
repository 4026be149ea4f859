import * as z from "zod";
import { jsonOf } from "./ask.ts";

/** The service names reasons as identifiers; free text may hold project numbers. */
const Reason = z
	.object({
		reason: z
			.string()
			.regex(/^\w{1,64}$/)
			.nullable()
			.catch(null),
	})
	.catch({ reason: null });
const Reasons = z.array(Reason).catch([]);

const ErrorBody = z.object({
	error: z.object({
		status: z
			.string()
			.regex(/^\w{1,64}$/)
			.nullable()
			.catch(null),
		/** The old form. */
		errors: Reasons,
		/** The new form, at times the only one. */
		details: Reasons,
	}),
});

/** The most particular reason that an error body of the data service gives. */
export function dataApiReason(body: string): string | null {
	const parsed = ErrorBody.safeParse(jsonOf(body));
	if (!parsed.success) return null;
	const { errors, details, status } = parsed.data.error;
	const named = [...details, ...errors].find(({ reason }) => reason !== null);
	return named?.reason ?? status;
}

/** HTTP/2 carries no status text; these are what a sentence needs. */
const STATUS_TEXTS: Record<number, string> = {
	400: "Bad Request",
	401: "Unauthorized",
	403: "Forbidden",
	404: "Not Found",
	429: "Too Many Requests",
	500: "Internal Server Error",
	502: "Bad Gateway",
	503: "Service Unavailable",
	504: "Gateway Timeout",
};

/** The status text as sent where it is a short phrase, else the usual one. */
export function statusText(status: number, sent: string): string {
	const phrase = /^[A-Za-z][A-Za-z '-]{0,39}$/.test(sent) ? sent : "";
	return phrase || (STATUS_TEXTS[status] ?? "");
}
