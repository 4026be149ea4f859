import { retryWords } from "#contract/format.ts";
import type { TakenDown } from "#contract/takedowns.ts";
import { PROBLEMS, type ProblemName } from "./problem-catalogue.ts";

export type { ProblemName } from "./problem-catalogue.ts";

export type FieldError = { pointer: string; detail: string };

/**
 * A request that is answered with a problem instead of a result. `detail` is shown to the caller.
 */
export class ProblemError extends Error {
	override readonly name = "ProblemError";
	readonly status: number;
	readonly code: string;
	readonly title: string;
	readonly retry_after_s: number | null;
	readonly errors: FieldError[] | null;
	readonly taken_down: TakenDown | null;

	constructor(problem: {
		status: number;
		code: string;
		title: string;
		detail: string;
		retry_after_s?: number | undefined;
		errors?: FieldError[] | undefined;
		taken_down?: TakenDown | undefined;
		cause?: unknown;
	}) {
		super(problem.detail, { cause: problem.cause });
		this.status = problem.status;
		this.code = problem.code;
		this.title = problem.title;
		this.retry_after_s = problem.retry_after_s ?? null;
		this.errors = problem.errors ?? null;
		this.taken_down = problem.taken_down ?? null;
	}
}

type Extras = {
	retry_after_s?: number;
	/** The field that the problem is about. */
	pointer?: string;
	errors?: FieldError[];
	taken_down?: TakenDown;
	cause?: unknown;
};

/** The placeholder names in the problem's sentence, except `when`, which `retry_after_s` fills. */
type Placeholder<N extends ProblemName> = Exclude<NamesIn<(typeof PROBLEMS)[N]["detail"]>, "when">;

type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
	? Name | NamesIn<Rest>
	: never;

/** The problems whose sentence has no placeholder. */
export type PlainProblem = {
	[N in ProblemName]: [Placeholder<N>] extends [never] ? N : never;
}[ProblemName];

/** A sentence with placeholders requires values; other sentences take none. */
type Arguments<N extends ProblemName> = [Placeholder<N>] extends [never]
	? [extras?: Extras]
	: [extras: Extras & { values: Record<Placeholder<N>, string | number> }];

/** Creates the problem with this name in the catalogue. */
export function problem<N extends ProblemName>(name: N, ...[extras]: Arguments<N>): ProblemError {
	const { values, pointer, errors, retry_after_s, taken_down, cause }: GivenExtras = extras ?? {};
	const [code = name] = name.split("/");
	const { status, title, detail: sentence } = PROBLEMS[name];
	const when = retry_after_s === undefined ? "later" : retryWords(retry_after_s);
	const detail = fillIn(sentence, { when, ...values });
	return new ProblemError({
		status,
		code,
		title,
		detail,
		retry_after_s,
		errors: pointer === undefined ? errors : [{ pointer, detail }],
		taken_down,
		cause,
	});
}

type GivenExtras = Extras & { values?: Record<string, string | number> };

/** Replaces each `{name}` in a sentence; a missing value becomes an empty text. */
export function fillIn(sentence: string, values: Record<string, string | number> = {}): string {
	return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
