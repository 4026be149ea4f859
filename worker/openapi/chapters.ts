import { WebhookEvent } from "#contract/webhooks.ts";
import { accountOperations } from "#features/accounts/account-routes.ts";
import { activityOperations } from "#features/accounts/activity.ts";
import { signInOperations } from "#features/accounts/auth-routes.ts";
import { extensionOperations } from "#features/accounts/extension/routes.ts";
import { googleOperations } from "#features/accounts/google/routes.ts";
import { keyOperations } from "#features/accounts/key-routes.ts";
import { secondFactorOperations } from "#features/accounts/second-factor/routes.ts";
import { eventOperations } from "#features/analysis/event-routes.ts";
import { analysisOperations } from "#features/analysis/routes.ts";
import { auditOperations } from "#features/audit/routes.ts";
import { claimReviewOperations } from "#features/channels/review.ts";
import { claimOperations } from "#features/channels/routes.ts";
import { communityOperations } from "#features/community/read-community.ts";
import { addedPageOperations } from "#features/evidence/add-page.ts";
import { versionOperations } from "#features/history/routes.ts";
import { newsletterOperations } from "#features/newsletter/routes.ts";
import { notificationOperations } from "#features/notifications/routes.ts";
import { siteOperations } from "#features/operations/routes.ts";
import { claimPageOperations } from "#features/reports/claim-pages.ts";
import { evidenceOperations } from "#features/reports/evidence-record.ts";
import { exportOperations } from "#features/reports/export.ts";
import { lookupOperations } from "#features/reports/lookup.ts";
import { videoOperations } from "#features/reports/routes.ts";
import { responseOperations } from "#features/responses/routes.ts";
import { searchOperations } from "#features/search/routes.ts";
import { spendingOperations } from "#features/spending/routes.ts";
import { voteReviewOperations } from "#features/votes/review.ts";
import { voteOperations } from "#features/votes/routes.ts";
import { webhookOperations } from "#features/webhooks/routes.ts";
import type { Operations } from "#http/operation.ts";
import { type JsonSchema, jsonSchema } from "./json-schema.ts";
import { openApiOperations } from "./routes.ts";

/** The chapters of the reference, in order. Every route of the app belongs to one of them. */
export const CHAPTERS: {
	name: string;
	says: string;
	operations: Operations;
}[] = [
	{
		name: "Videos",
		says: "Reading results.",
		operations: {
			...lookupOperations(),
			...videoOperations(),
			...eventOperations(),
			...exportOperations(),
			...evidenceOperations(),
			...versionOperations(),
			...claimPageOperations(),
			...addedPageOperations(),
			...searchOperations(),
		},
	},
	{
		name: "Analyses",
		says: "Starting an analysis.",
		operations: analysisOperations(),
	},
	{
		name: "Webhooks",
		says: "Learning when an analysis ends.",
		operations: webhookOperations(),
	},
	{
		name: "Votes",
		says: "What members think of a rating.",
		operations: { ...voteOperations(), ...voteReviewOperations() },
	},
	{
		name: "Channels",
		says: "Claiming a channel, and the team's review of claims.",
		operations: { ...claimOperations(), ...claimReviewOperations() },
	},
	{
		name: "Responses",
		says: "What a verified creator says about a report.",
		operations: responseOperations(),
	},
	{
		name: "Notifications",
		says: "What a member is notified of.",
		operations: notificationOperations(),
	},
	{
		name: "Account",
		says: "The member's own account, sessions and API keys.",
		operations: {
			...accountOperations(),
			...activityOperations(),
			...secondFactorOperations(),
			...keyOperations(),
		},
	},
	{
		name: "Signing in",
		says: "Accounts and sessions, for the web app.",
		operations: {
			...signInOperations(),
			...googleOperations(),
			...extensionOperations(),
		},
	},
	{
		name: "Audit log",
		says: "What admins decided.",
		operations: auditOperations(),
	},
	{
		name: "Spending",
		says: "What the site's AI providers cost, for the team.",
		operations: spendingOperations(),
	},
	{
		name: "Site",
		says: "The site as a whole.",
		operations: {
			...siteOperations(),
			...communityOperations(),
			...newsletterOperations(),
			...openApiOperations(),
		},
	},
];

/**
 * The webhook event, signed as specified by Standard Webhooks 1.0. A 2xx status accepts it;
 * otherwise it is sent again.
 */
export function analysisEnded(schemas: Record<string, JsonSchema>) {
	return {
		operationId: "analysisEnded",
		summary: "An analysis that you requested with a webhook_url has ended",
		description:
			"Signed by Standard Webhooks 1.0 with the secret of your account: the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. It says that there is something to read, and where.",
		tags: ["Webhooks"],
		// The receiver verifies the signature instead.
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
			"2XX": { description: "Accepted; it is not sent again." },
			"410": { description: "No longer wanted; nothing more is sent." },
		},
	};
}
