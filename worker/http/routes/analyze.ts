import { Hono } from "hono";
import { AnalyzeRequest, type AnalyzeResponse } from "#contract/analysis.ts";
import { startAnalysis } from "#use-cases/start-analysis.ts";
import { addressOf } from "../address-of.ts";
import type { AppEnv } from "../app-env.ts";
import { dropReportCopy } from "../pages/edge-copy.ts";
import { readJson } from "../read-json.ts";

export const analyze = new Hono<AppEnv>().post("/", async (c) => {
	const request = await readJson(c, AnalyzeRequest);
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
