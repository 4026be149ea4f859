import type { MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod";
import type { User } from "#contract/account.ts";
import { session } from "#identity/authenticate.ts";
import { requireCaller, type SignInProblem } from "#identity/require.ts";
import type { Context } from "#worker/context.ts";
import type { AppEnv, RequestContext } from "./app-env.ts";
import { MAX_BODY_BYTES, readJson } from "./body.ts";
import type { EndpointRules } from "./endpoint-rules.ts";
import { fieldSentence, parseFields } from "./field-errors.ts";
import { idempotency } from "./idempotency.ts";
import type { Access, OperationAnswer, ProblemStatus } from "./operation.ts";
import { malformed } from "./operation.ts";
import { type FieldError, type PlainProblem, type ProblemError, problem } from "./problems.ts";

/** Parameters by name. */
type Fields = Record<string, z.ZodType>;
type NoFields = Record<never, never>;
type Answers = Record<number, OperationAnswer>;

/** What the handler learns about the caller. `session_hash` is the SHA-256 of the session's token. */
type Callers = {
	everyone: unknown;
	known: { member: User | null; session_hash: string | null };
	member: { member: User };
	session: { member: User; session_hash: string };
	admin: { member: User };
	recent_admin: { member: User };
};

/** A request that the declaration has accepted. */
type Accepted<A extends Access, P extends Fields, Q extends Fields, B extends z.ZodType> = {
	c: RequestContext;
	params: z.output<z.ZodObject<P>>;
	query: z.output<z.ZodObject<Q>>;
	body: z.output<B>;
} & Callers[A];

/** The JSON of each answer; null for an answer without a body. */
type Value<R extends Answers> = {
	[S in keyof R]: R[S] extends { body: { schema: infer T extends z.ZodType } }
		? z.output<T>
		: R[S] extends { body: "none" }
			? null
			: never;
}[keyof R];

type Description = {
	/** A unique id; generated clients use it as the function name. */
	id: string;
	summary: string;
	detail?: string;
	/** Request headers that change the response; all are optional. */
	headers?: Fields;
	/**
	 * The endpoint's own problems by status. Those of its access and body are added automatically.
	 */
	problems?: Partial<Record<ProblemStatus, string>>;
	/** For a form that mail programs send to an address with parameters of their own. */
	other_query?: "ignored";
};

type Declaration<
	A extends Access,
	P extends Fields,
	Q extends Fields,
	B extends z.ZodType,
	R extends Answers,
> = Description &
	Pick<EndpointRules, "method" | "path"> &
	Partial<EndpointRules> & {
		access: A;
		/** What a visitor is answered, if not "Please sign in to do this." */
		refusal?: SignInProblem;
		/** Runs for a visitor before the refusal; a problem that it throws is answered instead. */
		before_refusal?: (context: Context, c: RequestContext) => Promise<unknown>;
		params?: P;
		/**
		 * Others are refused with their name, except by GET, which they cannot make change anything:
		 * monitors, caches and campaigns add their own.
		 */
		query?: Q;
		/** A strict object, so that unknown fields are refused; `.optional()` if it may be left out. */
		body?: B;
		/** The longest body in bytes. */
		limit?: number;
		/**
		 * Whether repeating the request with its Idempotency-Key gets the first answer again. With
		 * "accepted", an answer 200 says what is there and is made again: it may be taken down since.
		 */
		idempotent?: true | "accepted";
		/** By status. */
		answers: R;
		/** Returns the value of the first answer, or a whole response. */
		handle: (
			context: Context,
			request: Accepted<A, P, Q, B>,
		) => Response | Value<R> | Promise<Response | Value<R>>;
	};

/** An endpoint as the app mounts it and the API description shows it. */
export type Endpoint = EndpointRules &
	Description & {
		access: Access;
		params: Fields;
		query: Fields;
		body: z.ZodType | null;
		idempotent: boolean | "accepted";
		answers: Answers;
		/** Looks up the caller, checks the request and answers it. */
		handlers: MiddlewareHandler<AppEnv>[];
	};

/**
 * Declares an endpoint: everything that the app and the API description know about it. By default
 * pages of other sites cannot read its answers. A public one reads from the nearest replica, any
 * other from the primary.
 */
export function endpoint<
	const A extends Access,
	R extends Answers,
	P extends Fields = NoFields,
	Q extends Fields = NoFields,
	B extends z.ZodType = z.ZodUndefined,
>(declaration: Declaration<A, P, Q, B, R>): Endpoint {
	const { refusal, before_refusal, handle, limit = MAX_BODY_BYTES, ...data } = declaration;
	const { access, cross_origin = "own", answers, params, query, body, ...described } = data;
	const { idempotent = false, reads = cross_origin === "public" ? "near" : "primary" } = described;
	const [first] = Object.keys(answers);
	const ignores_others = data.method === "GET" || data.other_query === "ignored";
	/** Created with the first request, because most endpoints are not called in an isolate's life. */
	let schemas: { params: z.ZodObject; query: z.ZodObject } | undefined;

	async function answer(c: RequestContext): Promise<Response> {
		if (before_refusal && !c.get("user")) await before_refusal(c.get("context"), c);
		const caller = requireCaller(c, access, refusal);
		schemas ??= {
			params: z.object(params),
			query: ignores_others ? z.object(query) : z.strictObject(query ?? {}),
		};
		const request = {
			c,
			params: readParams(c, schemas.params),
			query: readQuery(c, schemas.query),
			body: body && (await readJson(c, body, limit)),
			...caller,
		};
		// These are the values of `Accepted`, which the compiler cannot see through the generics.
		const answered = await handle(c.get("context"), request as never);
		if (answered instanceof Response) return answered;
		if (answered === null) return c.body(null, 204);
		return c.json(answered as object, Number(first) as ContentfulStatusCode);
	}

	return {
		...described,
		access,
		cross_origin,
		reads,
		idempotent,
		params: params ?? {},
		query: query ?? {},
		body: body ?? null,
		answers,
		handlers: [
			...(access === "everyone" ? [] : [session]),
			...(idempotent ? [idempotency(limit, idempotent === "accepted")] : []),
			answer,
		],
	};
}

/** Parses the request's query. Throws a ProblemError that names the invalid parameters. */
function readQuery<S extends z.ZodObject>(c: RequestContext, schema: S): z.output<S> {
	const repeated = Object.entries(c.req.queries()).find(
		([name, values]) => values.length > 1 && Object.hasOwn(schema.shape, name),
	);
	if (repeated) throw invalidQuery([{ pointer: `/${repeated[0]}`, detail: "Must be given once." }]);
	const parsed = parseFields(schema, c.req.query());
	if ("data" in parsed) return parsed.data;
	const own = ownProblem(schema, parsed.issues);
	if (own) throw problem(own);
	throw invalidQuery(parsed.errors);
}

function invalidQuery(errors: FieldError[]): ProblemError {
	const [first] = errors;
	if (!first) return problem("invalid_query/shape", { errors });
	return problem("invalid_query", { values: { sentence: fieldSentence(first) }, errors });
}

/** Parses the parameters in the path. A malformed one is answered like an unknown one. */
function readParams<S extends z.ZodObject>(c: RequestContext, schema: S): z.output<S> {
	const parsed = schema.safeParse(c.req.param());
	if (parsed.success) return parsed.data;
	throw problem(ownProblem(schema, parsed.error.issues) ?? "not_found");
}

/** The problem that the first malformed parameter is answered with, if it has one of its own. */
function ownProblem(
	{ shape }: z.ZodObject,
	[first]: readonly z.core.$ZodIssue[],
): PlainProblem | undefined {
	const field = shape[String(first?.path[0])];
	return field instanceof z.ZodType ? malformed.get(field)?.problem : undefined;
}
