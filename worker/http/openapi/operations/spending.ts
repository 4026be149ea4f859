import { Spending, SpendingAnalyses } from "#contract/spending.ts";
import { json, type Operations } from "../operation.ts";
import { BAD_CURSOR, cursorQuery } from "./fields.ts";

/** What the site pays its AI providers for. */
export const spendingOperations: Operations = {
	"GET /api/admin/spending": {
		id: "getSpending",
		summary: "What was spent on AI, against the day's limits",
		detail:
			"Tokens are those that the providers report. Costs are estimated by list prices or the operator's own; null is unknown.",
		access: "admin",
		answers: { 200: json("Today, the last 30 days, who started.", Spending) },
	},
	"GET /api/admin/spending/analyses": {
		id: "listSpendingAnalyses",
		summary: "What each analysis took",
		access: "admin",
		query: cursorQuery,
		answers: {
			200: json("Those that ended last come first.", SpendingAnalyses),
		},
		problems: { 400: BAD_CURSOR },
	},
};
