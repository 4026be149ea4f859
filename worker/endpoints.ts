import { communityEndpoints } from "#features/community/read-community.ts";
import { versionEndpoints } from "#features/history/routes.ts";
import { lookupEndpoints } from "#features/reports/lookup.ts";
import { videoEndpoints } from "#features/reports/routes.ts";
import { searchEndpoints } from "#features/search/routes.ts";
import { voteReviewEndpoints } from "#features/votes/review.ts";
import { voteEndpoints } from "#features/votes/routes.ts";
import { webhookEndpoints } from "#features/webhooks/routes.ts";
import type { Endpoint } from "#http/endpoint.ts";

/** The chapters of the API reference, in order. Every endpoint of the app stands in one of them. */
export const CHAPTERS: { name: string; says: string; endpoints: Endpoint[] }[] = [
	{
		name: "Videos",
		says: "Reading results.",
		endpoints: [...lookupEndpoints, ...videoEndpoints, ...versionEndpoints, ...searchEndpoints],
	},
	{ name: "Analyses", says: "Starting an analysis.", endpoints: [] },
	{
		name: "Webhooks",
		says: "Learning when an analysis ends.",
		endpoints: webhookEndpoints,
	},
	{
		name: "Votes",
		says: "What members think of a rating.",
		endpoints: [...voteEndpoints, ...voteReviewEndpoints],
	},
	{
		name: "Channels",
		says: "Claiming a channel, and the team's review of claims.",
		endpoints: [],
	},
	{ name: "Responses", says: "What a verified creator says about a report.", endpoints: [] },
	{ name: "Notifications", says: "What a member is notified of.", endpoints: [] },
	{
		name: "Account",
		says: "The member's own account, sessions and API keys.",
		endpoints: [],
	},
	{ name: "Signing in", says: "Accounts and sessions, for the web app.", endpoints: [] },
	{ name: "Audit log", says: "What admins decided.", endpoints: [] },
	{
		name: "Spending",
		says: "What the site's AI providers cost, for the team.",
		endpoints: [],
	},
	{ name: "Site", says: "The site as a whole.", endpoints: communityEndpoints },
];

export const ENDPOINTS = CHAPTERS.flatMap(({ endpoints }) => endpoints);
