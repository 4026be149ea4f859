import type { Context } from "hono";
import * as z from "zod";
import { Cursor, StatementId, VideoId } from "#contract/ids.ts";
import type { AppEnv } from "./app-env.ts";
import { type PlainProblem, type ProblemError, problem } from "./problems.ts";

/**
 * Who may call an endpoint: "everyone", "known" (everyone, and the caller is looked up), "member"
 * (cookie or API key), "session" (cookie only), "admin" or "recent_admin" (an admin who signed in
 * within the last 30 minutes).
 */
export type Access = "everyone" | "known" | "member" | "session" | "admin" | "recent_admin";

/** The body of a response: JSON with a schema, another content type, or none. */
export type AnswerBody = { schema: z.ZodType } | { type: string } | "none";

export type OperationAnswer = { says: string; body: AnswerBody };

export type ProblemStatus =
	| 400
	| 401
	| 403
	| 404
	| 409
	| 410
	| 413
	| 415
	| 422
	| 429
	| 451
	| 500
	| 502
	| 504;

export const json = <S extends z.ZodType>(says: string, schema: S) => ({ says, body: { schema } });
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
	cursor: Cursor.describe(
		"The `next_cursor` of the previous page; leave it out or empty for the first.",
	),
};

export const NO_VIDEO = "No analysis of this video is known.";
/** For answers about one video or statement. */
export const TAKEN_DOWN_PROBLEMS = {
	410: "It was taken down; `taken_down` says why and since when.",
	451: "It was taken down for legal reasons; `taken_down` says why and since when.",
};
export const BAD_CURSOR = "This cursor is not valid.";

/** Sends a Link header with the address of the next page (RFC 8288). */
export function linkNextPage(
	c: Context<AppEnv>,
	{ next_cursor }: { next_cursor: string | null },
): void {
	if (next_cursor === null) return;
	const { pathname, searchParams } = new URL(c.req.url);
	searchParams.set("cursor", next_cursor);
	c.header("link", `<${pathname}?${searchParams}>; rel="next"`);
}

export function badCursor(): ProblemError {
	return problem("bad_cursor");
}
