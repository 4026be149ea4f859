import { paths } from "#web/paths.ts";
import type { Screen } from "./screen.ts";
import {
	ACCOUNT,
	admin,
	anyone,
	DASHBOARD,
	member,
	NOT_FOUND,
	newcomer,
	owner,
	REVIEW,
	REVIEW_VOTES,
	SPENDING,
	TALK,
} from "./screen-kinds.ts";

const dashboard: Screen[] = [
	{
		...DASHBOARD,
		...anyone,
		name: "dashboard-visitor",
		path: paths.dashboard(),
		shows: /Accuracy is the share/,
	},
	{
		...DASHBOARD,
		...newcomer,
		name: "dashboard-empty",
		path: paths.dashboard(),
	},
	{
		...DASHBOARD,
		...member,
		name: "dashboard-leaderboard",
		path: paths.dashboard({ tab: "community", view: "leaderboard" }),
	},
	{
		...DASHBOARD,
		...member,
		name: "dashboard-recent",
		path: paths.dashboard({ tab: "community", view: "recent" }),
		shows: TALK,
	},
	{
		...DASHBOARD,
		...anyone,
		name: "dashboard-sign-in-required",
		path: paths.dashboard({ tab: "activity" }),
		shows: "Sign In Required",
	},
	{
		...DASHBOARD,
		...member,
		name: "dashboard-claim",
		path: paths.dashboard({ tab: "owner", view: "claim" }),
		shows: "Video or channel link",
	},
	{
		...DASHBOARD,
		...owner,
		name: "dashboard-claims",
		path: paths.dashboard({ tab: "owner", view: "manage" }),
		shows: "Harbour Talks",
	},
	{
		...DASHBOARD,
		...owner,
		name: "dashboard-respond",
		path: paths.dashboard({ tab: "owner", view: "respond" }),
		shows: TALK,
	},
	{
		...DASHBOARD,
		...member,
		name: "dashboard-activity",
		path: paths.dashboard({ tab: "activity" }),
		shows: "Agreed with a rating",
	},
	{
		...DASHBOARD,
		...newcomer,
		name: "dashboard-activity-empty",
		path: paths.dashboard({ tab: "activity" }),
		shows: "No activity yet",
	},
];

const accounts: Screen[] = [
	{ ...ACCOUNT, ...anyone, name: "account-visitor", path: paths.account() },
	{
		...ACCOUNT,
		...member,
		name: "account",
		path: paths.account(),
		shows: /Delete/,
	},
	{
		...anyone,
		name: "confirm-broken",
		path: paths.confirm(),
		title: "Confirm your account",
		heading: "Confirm your account",
	},
	{
		...anyone,
		name: "reset-password",
		path: `${paths.resetPassword()}#token=abc`,
		title: "Choose a new password",
		heading: "Choose a new password",
	},
	{
		...anyone,
		name: "forgot-password",
		path: paths.forgotPassword(),
		title: "Forgot password",
		heading: "Forgot Password",
	},
	{
		...REVIEW,
		...admin,
		name: "review",
		path: paths.review(),
		shows: "Harbour Talks",
	},
	{
		...REVIEW,
		in: "empty",
		as: "admin",
		name: "review-empty",
		path: paths.review(),
	},
	{
		...SPENDING,
		...admin,
		name: "spending",
		path: `${paths.review()}?view=spending`,
		shows: "Each analysis",
	},
	{
		...SPENDING,
		in: "empty",
		as: "admin",
		name: "spending-empty",
		path: `${paths.review()}?view=spending`,
		shows: "No analyses yet",
	},
	{
		...REVIEW_VOTES,
		...admin,
		name: "review-votes",
		path: `${paths.review()}?view=votes`,
		shows: "Many new accounts within a minute",
	},
	{
		...REVIEW_VOTES,
		in: "empty",
		as: "admin",
		name: "review-votes-empty",
		path: `${paths.review()}?view=votes`,
		shows: "Nothing to check",
	},
	{
		...anyone,
		name: "not-found",
		path: "/nowhere",
		title: "Page not found",
		heading: "Page not found",
		expected: NOT_FOUND,
	},
];

/** What has to do with an account, and the pages for lost ways. */
export const members_screens: Screen[] = [...dashboard, ...accounts];
