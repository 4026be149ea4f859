import { WebhookEvent } from "#contract/webhooks.ts";
import { accountOperations } from "#features/accounts/account-routes.ts";
import { signInOperations } from "#features/accounts/auth-routes.ts";
import { analysisOperations } from "#features/analysis/routes.ts";
import { responseOperations } from "#features/channels/response-routes.ts";
import { claimOperations } from "#features/channels/routes.ts";
import { notificationOperations } from "#features/notifications/routes.ts";
import { siteOperations } from "#features/operations/routes.ts";
import { videoOperations } from "#features/reports/routes.ts";
import { spendingOperations } from "#features/spending/routes.ts";
import { voteOperations } from "#features/votes/routes.ts";
import { webhookOperations } from "#features/webhooks/routes.ts";
import type { Operations } from "#http/operation.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";

/** The reference's chapters, in their order. Every route of the app has a place in one. */
export const CHAPTERS: {
	name: string;
	says: string;
	operations: Operations;
}[] = [
	{
		name: "Videos",
		says: "Reading what was analysed.",
		operations: videoOperations,
	},
	{
		name: "Analyses",
		says: "Having a video analysed.",
		operations: analysisOperations,
	},
	{
		name: "Webhooks",
		says: "Being told of the end of an analysis.",
		operations: webhookOperations,
	},
	{
		name: "Votes",
		says: "What members think of a rating.",
		operations: voteOperations,
	},
	{
		name: "Channels",
		says: "Claiming a channel, and the team's review of claims.",
		operations: claimOperations,
	},
	{
		name: "Responses",
		says: "What a verified creator answers.",
		operations: responseOperations,
	},
	{
		name: "Notifications",
		says: "What a member is told.",
		operations: notificationOperations,
	},
	{
		name: "Account",
		says: "The member's own account, sessions and API keys.",
		operations: accountOperations,
	},
	{
		name: "Signing in",
		says: "Accounts and sessions, for the web app.",
		operations: signInOperations,
	},
	{
		name: "Spending",
		says: "What the site's AI providers cost, for the team.",
		operations: spendingOperations,
	},
	{
		name: "Site",
		says: "The site as a whole.",
		operations: siteOperations,
	},
];

/** Signed by Standard Webhooks 1.0; any 2xx takes it, everything else has it sent again. */
export function analysisEnded(schemas: Record<string, JsonSchema>) {
	return {
		operationId: "analysisEnded",
		summary: "An analysis that you asked for with a webhook_url has ended",
		description:
			"Signed by Standard Webhooks 1.0 with the secret of your account: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. It says that there is something to read, and where.",
		tags: ["Webhooks"],
		// The receiver knows us by the signature.
		security: [],
		requestBody: {
			required: true,
			content: {
				"application/json": {
					schema: jsonSchema(WebhookEvent, "output", schemas),
				},
			},
		},
		responses: {
			"2XX": { description: "Taken; it is not sent again." },
			"410": { description: "Not wanted any more; nothing is sent again." },
		},
	};
}
