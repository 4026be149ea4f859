import * as z from "zod";
import { StatementId, VideoId } from "#contract/ids.ts";
import type { PlainProblem } from "./problems.ts";

/**
 * Who may call an endpoint: "everyone", "known" (everyone, and the caller is looked up), "member"
 * (cookie or API key), "session" (cookie only), "admin" or "recent_admin" (an admin who signed in
 * within the last 30 minutes).
 */
export type Access = "everyone" | "known" | "member" | "session" | "admin" | "recent_admin";

/** The body of a response: JSON with a schema, another content type, or none. */
export type AnswerBody = { schema: z.ZodType } | { type: string } | "none";

export type OperationAnswer = { says: string; body: AnswerBody };

/** One method of one path in the API description. */
export type Operation = {
	/** A unique id; generated clients use it as the function name. */
	id: string;
	summary: string;
	detail?: string;
	access: Access;
	/** Path parameters by name. */
	path?: Record<string, z.ZodType>;
	/** Query parameters by name; optional unless listed in `wanted`. */
	query?: Record<string, z.ZodType>;
	wanted?: readonly string[];
	/** Request headers that change the response; all are optional. */
	headers?: Record<string, z.ZodType>;
	body?: { schema: z.ZodType; optional?: boolean };
	/** Responses by status. */
	answers: Record<number, OperationAnswer>;
	/**
	 * The operation's own problems by status. Those of its access and body are added automatically.
	 */
	problems?: Partial<Record<ProblemStatus, string>>;
};

export type ProblemStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 504;

/** Operations by "METHOD /path/{name}". */
export type Operations = Record<string, Operation>;

export const json = <S extends z.ZodType>(says: string, schema: S) => ({
	says,
	body: { schema },
});
export const content = (says: string, type: string) => ({ says, body: { type } });
export const empty = (says: string) => ({ says, body: "none" as const });

/** The problem that a malformed parameter is answered with, where `invalid_query` would not do. */
export const malformed = z.registry<{ problem: PlainProblem }>();

/** A video's id in the path. A malformed one is answered like an unknown video. */
export const videoPath = {
	id: VideoId.describe("YouTube's 11 characters.").register(malformed, {
		problem: "video_not_found",
	}),
};
export const statementPath = { id: StatementId };
export const idPath = { id: z.string().min(1) };

export const cursorQuery = {
	cursor: z
		.string()
		.optional()
		.describe("The `next_cursor` of the previous page; leave it out for the first."),
};

/** For requests that create something: repeating one with the same key creates nothing more. */
export const retryHeader = {
	"idempotency-key": z
		.string()
		.min(1)
		.max(255)
		.describe(
			"A value you choose, a new one for each request. If you send it again within a day, you get the first answer, marked `Idempotency-Replayed: true`. With another body you get 422, and while the first request is still running 409.",
		),
};

export const NO_VIDEO = "No analysis of this video is known.";
export const BAD_CURSOR = "This cursor is not valid.";
