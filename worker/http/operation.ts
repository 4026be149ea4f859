import * as z from "zod";
import { StatementId, VideoId } from "#contract/ids.ts";

/**
 * Who may call: "everyone", "member" (cookie or API key), "session" (cookie only) or
 * "admin" (a member who is one).
 */
type Access = "everyone" | "member" | "session" | "admin";

/** The body of an answer: JSON with a schema, another content type, or none. */
export type AnswerBody = { schema: z.ZodType } | { type: string } | "none";

type OperationAnswer = { says: string; body: AnswerBody };

/** One method of one path in the API description. */
export type Operation = {
	/** Unique; generated clients use it as the name. */
	id: string;
	summary: string;
	detail?: string;
	access: Access;
	/** By the name in the path. */
	path?: Record<string, z.ZodType>;
	/** Optional unless the name is in `wanted`. */
	query?: Record<string, z.ZodType>;
	wanted?: readonly string[];
	/** Request headers that change the answer; all are optional. */
	headers?: Record<string, z.ZodType>;
	body?: { schema: z.ZodType; optional?: boolean };
	/** By status. */
	answers: Record<number, OperationAnswer>;
	/** The problems of this operation by status; those of its access and body are added. */
	problems?: Partial<Record<ProblemStatus, string>>;
};

export type ProblemStatus =
	| 400
	| 401
	| 403
	| 404
	| 409
	| 413
	| 415
	| 422
	| 429
	| 500
	| 502
	| 504;

/** By "METHOD /path/{name}". */
export type Operations = Record<string, Operation>;

export const json = (says: string, schema: z.ZodType): OperationAnswer => ({
	says,
	body: { schema },
});
export const content = (says: string, type: string): OperationAnswer => ({
	says,
	body: { type },
});
export const empty = (says: string): OperationAnswer => ({
	says,
	body: "none",
});

export const videoPath = { id: VideoId.describe("YouTube's 11 characters.") };
export const statementPath = { id: StatementId };
export const idPath = { id: z.string().min(1) };

export const cursorQuery = {
	cursor: z
		.string()
		.describe("The `next_cursor` of the page before; absent for the first."),
};

/** For requests that create something: repeating one creates nothing more. */
export const retryHeader = {
	"idempotency-key": z
		.string()
		.min(1)
		.max(255)
		.describe(
			"A value you choose, one per request. Sent again within a day, it returns the first answer, marked `Idempotency-Replayed: true`. With another body the answer is 422, and 409 while the first request is still running.",
		),
};

export const NO_VIDEO = "No analysis of this video is known.";
export const BAD_CURSOR = "This cursor is not valid.";
