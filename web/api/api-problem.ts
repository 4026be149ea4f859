import type { Problem } from "#contract/problem.ts";
import { UNKNOWN_FAILURE } from "#contract/texts.ts";

/** A request that did not succeed; `message` is safe to show to a person. */
export class ApiProblem extends Error {
	/** HTTP status, or 0 if no answer came. */
	readonly status: number;
	readonly code: string;
	/** Messages keyed by the field that they belong to, for example "email". */
	readonly fields: Record<string, string>;

	constructor(status: number, code: string, detail: string, fields: Record<string, string> = {}) {
		super(detail);
		this.name = "ApiProblem";
		this.status = status;
		this.code = code;
		this.fields = fields;
	}
}

/**
 * Converts a failed response to an error. A response without a problem document gets a fixed
 * message.
 */
export async function readProblem(response: Response): Promise<ApiProblem> {
	const body: unknown = await response.json().catch(() => null);
	if (!isProblem(body)) {
		return new ApiProblem(response.status, "unknown", UNKNOWN_FAILURE);
	}
	const fields: Record<string, string> = {};
	for (const { pointer, detail } of body.errors ?? []) {
		fields[pointer.replace(/^#?\//, "")] = detail;
	}
	return new ApiProblem(response.status, body.code, body.detail, fields);
}

/** The message to show for any thrown value. */
export function problemText(thrown: unknown, fallback = UNKNOWN_FAILURE): string {
	return thrown instanceof ApiProblem && thrown.message !== "" ? thrown.message : fallback;
}

function isProblem(body: unknown): body is Problem {
	return (
		typeof body === "object" &&
		body !== null &&
		"detail" in body &&
		typeof body.detail === "string" &&
		"code" in body &&
		typeof body.code === "string"
	);
}
