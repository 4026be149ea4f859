import { accountEndpoints, sessionEndpoints } from "#features/accounts/account-routes.ts";
import { activityEndpoints } from "#features/accounts/activity.ts";
import { signInEndpoints } from "#features/accounts/auth-routes.ts";
import { extensionEndpoints } from "#features/accounts/extension/routes.ts";
import { googleEndpoints } from "#features/accounts/google/routes.ts";
import { keyEndpoints } from "#features/accounts/key-routes.ts";
import {
	deliveryEndpoints,
	failedEmailEndpoints,
} from "#features/accounts/mail/delivery-routes.ts";
import { secondFactorEndpoints } from "#features/accounts/second-factor/routes.ts";
import { eventEndpoints } from "#features/analysis/event-routes.ts";
import { analysisEndpoints } from "#features/analysis/routes.ts";
import { auditEndpoints } from "#features/audit/routes.ts";
import { transcriptEndpoints } from "#features/captions/routes.ts";
import { claimEndpoints, claimReviewEndpoints } from "#features/channels/routes.ts";
import { communityEndpoints } from "#features/community/read-community.ts";
import { disputeEndpoints, disputeReviewEndpoints } from "#features/disputes/routes.ts";
import { addedPageEndpoints } from "#features/evidence/add-page.ts";
import { followEndpoints } from "#features/follows/routes.ts";
import { versionEndpoints } from "#features/history/routes.ts";
import { moderationEndpoints } from "#features/moderation/routes.ts";
import { newsletterEndpoints, newsletterExportEndpoints } from "#features/newsletter/routes.ts";
import { noticeEndpoints, noticeReviewEndpoints } from "#features/notices/routes.ts";
import { notificationEndpoints } from "#features/notifications/routes.ts";
import { siteEndpoints } from "#features/operations/routes.ts";
import { serviceTestEndpoints } from "#features/operations/service-test-routes.ts";
import { exportEndpoints } from "#features/reports/export.ts";
import { lookupEndpoints } from "#features/reports/lookup.ts";
import { claimPageEndpoints, evidenceEndpoints, videoEndpoints } from "#features/reports/routes.ts";
import { responseEndpoints } from "#features/responses/routes.ts";
import { searchEndpoints } from "#features/search/routes.ts";
import { speakerNameEndpoints } from "#features/speaker-names/routes.ts";
import { spendingEndpoints } from "#features/spending/routes.ts";
import { voteEndpoints, voteReviewEndpoints } from "#features/votes/routes.ts";
import { webhookEndpoints } from "#features/webhooks/routes.ts";
import { weeklyMailEndpoints } from "#features/weekly-mail/routes.ts";
import type { Endpoint } from "#http/endpoint.ts";
import { openApiEndpoints } from "#worker/openapi/routes.ts";

/** The chapters of the API reference, in order. Every endpoint of the app stands in one of them. */
export const CHAPTERS: { name: string; says: string; endpoints: Endpoint[] }[] = [
	{
		name: "Videos",
		says: "Reading results.",
		endpoints: [
			...lookupEndpoints,
			...videoEndpoints,
			...exportEndpoints,
			...evidenceEndpoints,
			...versionEndpoints,
			...claimPageEndpoints,
			...addedPageEndpoints,
			...searchEndpoints,
			...eventEndpoints,
		],
	},
	{
		name: "Analyses",
		says: "Starting an analysis.",
		endpoints: [...analysisEndpoints, ...transcriptEndpoints, ...speakerNameEndpoints],
	},
	{ name: "Webhooks", says: "Learning when an analysis ends.", endpoints: webhookEndpoints },
	{
		name: "Votes",
		says: "What members think of a rating.",
		endpoints: [...voteEndpoints, ...voteReviewEndpoints],
	},
	{
		name: "Disputes",
		says: "What members object to, with a page, and what became of it.",
		endpoints: [...disputeEndpoints, ...disputeReviewEndpoints],
	},
	{
		name: "Channels",
		says: "Claiming a channel, and the team's review of claims.",
		endpoints: [...claimEndpoints, ...claimReviewEndpoints],
	},
	{
		name: "Responses",
		says: "What a verified creator says about a report.",
		endpoints: responseEndpoints,
	},
	{
		name: "Following",
		says: "Channels, claims and videos that a member follows.",
		endpoints: [...followEndpoints, ...weeklyMailEndpoints],
	},
	{
		name: "Notifications",
		says: "What a member is notified of.",
		endpoints: notificationEndpoints,
	},
	{
		name: "Account",
		says: "The member's own account, sessions and API keys.",
		endpoints: [
			...accountEndpoints,
			...sessionEndpoints,
			...activityEndpoints,
			...secondFactorEndpoints,
			...keyEndpoints,
		],
	},
	{
		name: "Signing in",
		says: "Accounts and sessions, for the web app.",
		endpoints: [
			...signInEndpoints,
			...googleEndpoints,
			...extensionEndpoints,
			...deliveryEndpoints,
		],
	},
	{
		name: "Taking down",
		says: "Problems that anyone reports, and what the site's team takes down.",
		endpoints: [...noticeEndpoints, ...noticeReviewEndpoints, ...moderationEndpoints],
	},
	{ name: "Audit log", says: "What admins decided.", endpoints: auditEndpoints },
	{
		name: "Spending",
		says: "What the site's AI providers cost, for the team.",
		endpoints: spendingEndpoints,
	},
	{
		name: "Providers",
		says: "Whether the site's AI providers and sources answer, for the team.",
		endpoints: serviceTestEndpoints,
	},
	{
		name: "Site",
		says: "The site as a whole.",
		endpoints: [
			...siteEndpoints,
			...communityEndpoints,
			...newsletterEndpoints,
			...newsletterExportEndpoints,
			...failedEmailEndpoints,
			...openApiEndpoints,
		],
	},
];

export const ENDPOINTS = CHAPTERS.flatMap(({ endpoints }) => endpoints);
