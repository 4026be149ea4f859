import { type Context, Hono } from "hono";
import { AnalysisId, RequestAnalysis } from "#contract/public-api.ts";
import { deliverWebhooks } from "#use-cases/deliver-webhooks.ts";
import { readRequestedAnalysis } from "#use-cases/read-requested-analysis.ts";
import { requestAnalysis } from "#use-cases/request-analysis.ts";
import { addressOf } from "../address-of.ts";
import type { AppEnv } from "../app-env.ts";
import { inBackground } from "../in-background.ts";
import { readJson } from "../read-json.ts";
import { requireMember } from "../require-member.ts";

/** A run takes tens of seconds; who asks more often learns no more. */
const ASK_AGAIN_S = 3;

/** The public API's analyses, for programs: asked for once, read by id. */
export const requestedAnalyses = new Hono<AppEnv>()
	.post("/analyze", async (c) => {
		const user = memberOf(c);
		const request = await readJson(c, RequestAnalysis);
		const deps = c.get("deps").requestedAnalyses;
		const answer = await requestAnalysis(deps, {
			...request,
			user,
			address: addressOf(c),
		});
		// Where there was a result already, its event is due at once.
		if (answer.status !== "analyzing" && request.options?.webhook_url)
			inBackground(c)(() => deliverWebhooks(c.get("deps").webhooks.deliveries));
		c.header("location", `/api/v1/analyses/${answer.analysis_id}`);
		return c.json(answer, 202);
	})
	.get("/analyses/:id", async (c) => {
		const { id: member_id } = memberOf(c);
		const deps = c.get("deps").requestedAnalyses;
		// What cannot be an id is unknown like any other.
		const id = AnalysisId.safeParse(c.req.param("id")).data ?? "";
		const result = await readRequestedAnalysis(deps, id, member_id);
		if (result.status === "analyzing")
			c.header("retry-after", String(ASK_AGAIN_S));
		return c.json(result);
	});

function memberOf(c: Context<AppEnv>) {
	return requireMember(c, "You must be logged in to analyze videos");
}
