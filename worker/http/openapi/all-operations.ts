import type { Operations } from "./operation.ts";
import { accountOperations } from "./operations/account.ts";
import { analysisOperations } from "./operations/analyses.ts";
import { claimOperations } from "./operations/claims.ts";
import { notificationOperations } from "./operations/notifications.ts";
import { responseOperations } from "./operations/responses.ts";
import { signInOperations } from "./operations/sign-in.ts";
import { siteOperations } from "./operations/site.ts";
import { spendingOperations } from "./operations/spending.ts";
import { videoOperations } from "./operations/videos.ts";
import { voteOperations } from "./operations/votes.ts";
import { webhookOperations } from "./operations/webhooks.ts";

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
