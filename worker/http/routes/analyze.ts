import { type Context, Hono } from "hono";
import { AnalyzeRequest, type AnalyzeResponse } from "#contract/analysis.ts";
import { startAnalysis } from "#use-cases/start-analysis.ts";
import { addressOf } from "../address-of.ts";
import type { AppEnv } from "../app-env.ts";
import { dropReportCopy } from "../pages/edge-copy.ts";
import { MAX_TRANSCRIPT_BODY_BYTES, readJson } from "../read-json.ts";
import { requireMember } from "../require-member.ts";

export const analyze = new Hono<AppEnv>().post("/", async (c) => {
	const request = await requestOf(c);
	const { video_id, status } = await startAnalysis(c.get("deps").analyses, {
		...request,
		user: c.get("user"),
		address: addressOf(c),
	});
	if (status === "analyzing") await dropReportCopy(c, video_id);
	const answer: AnalyzeResponse = {
		video_id,
		status,
		results: `/results/${video_id}`,
		events: `/api/videos/${video_id}/events`,
	};
	return c.json(answer, status === "completed" ? 200 : 202);
});

/**
 * A visitor's body is read as a small one, for its link: whatever else is wrong with it, they are
 * asked to sign in.
 */
async function requestOf(c: Context<AppEnv>): Promise<AnalyzeRequest> {
	if (c.get("user"))
		return readJson(c, AnalyzeRequest, MAX_TRANSCRIPT_BODY_BYTES);
	return readJson(c, AnalyzeRequest).catch((refusal: unknown) => {
		requireMember(c, "You must be logged in to analyze videos");
		throw refusal;
	});
}
