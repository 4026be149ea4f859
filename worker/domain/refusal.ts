export type FieldError = { pointer: string; detail: string };

/**
 * A request that is answered with a problem instead of a result. `detail` is
 * shown to the person who asked.
 */
export class Refusal extends Error {
	override readonly name = "Refusal";
	readonly status: number;
	readonly code: string;
	readonly title: string;
	readonly retry_after_s: number | null;
	readonly errors: FieldError[] | null;

	constructor(problem: {
		status: number;
		code: string;
		title: string;
		detail: string;
		retry_after_s?: number;
		errors?: FieldError[];
	}) {
		super(problem.detail);
		this.status = problem.status;
		this.code = problem.code;
		this.title = problem.title;
		this.retry_after_s = problem.retry_after_s ?? null;
		this.errors = problem.errors ?? null;
	}
}

export function badInput(
	code: string,
	detail: string,
	errors?: FieldError[],
): Refusal {
	return new Refusal({
		status: 400,
		code,
		title: "Bad input",
		detail,
		...(errors ? { errors } : {}),
	});
}

export function notSignedIn(detail: string): Refusal {
	return new Refusal({
		status: 401,
		code: "not_signed_in",
		title: "Not signed in",
		detail,
	});
}

export function notAllowed(detail: string): Refusal {
	return new Refusal({
		status: 403,
		code: "not_allowed",
		title: "Not allowed",
		detail,
	});
}

export function unknownVideo(): Refusal {
	return new Refusal({
		status: 404,
		code: "video_not_found",
		title: "Video Not Found",
		detail: "Video Not Found",
	});
}

/** The video is known, but no analysis of it has brought a result. */
export function nothingToExport(): Refusal {
	return new Refusal({
		status: 409,
		code: "no_result",
		title: "No result",
		detail: "This video has no result yet that could be exported.",
	});
}

export function tooMany(detail: string, retry_after_s: number): Refusal {
	return new Refusal({
		status: 429,
		code: "too_many_requests",
		title: "Too many requests",
		detail,
		retry_after_s,
	});
}
