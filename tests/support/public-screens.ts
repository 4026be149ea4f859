import { paths } from "#web/paths.ts";
import type { Screen } from "./screen.ts";
import {
	ARCHIVE,
	anyone,
	HOME,
	member,
	owner,
	REPORT,
	TALK,
	talk,
} from "./screen-kinds.ts";
import { unfoldReport } from "./screen-presses.ts";

const home: Screen[] = [
	{ ...HOME, ...anyone, name: "home", path: paths.home(), shows: TALK },
	{
		...HOME,
		name: "home-empty",
		in: "empty",
		as: "anonymous",
		path: paths.home(),
		shows: "Nothing analyzed yet",
	},
	{
		...HOME,
		name: "home-demo",
		in: "demo",
		as: "anonymous",
		path: paths.home(),
		shows: /Demo mode/,
	},
	{ ...HOME, ...member, name: "home-member", path: paths.home(), shows: TALK },
	{
		...HOME,
		...anyone,
		name: "home-loading",
		path: paths.home(),
		network: "held",
	},
	{
		...HOME,
		...anyone,
		name: "home-failing",
		path: paths.home(),
		network: "failing",
		shows: "Try Again",
		expected: /status of 500/,
	},
	{
		...HOME,
		...anyone,
		name: "home-newsletter-confirmed",
		path: `${paths.home()}?newsletter=confirmed`,
		shows: TALK,
	},
	{
		...HOME,
		...anyone,
		name: "home-offline",
		path: paths.home(),
		network: "offline",
		shows: /You are offline/,
		expected: /ERR_INTERNET_DISCONNECTED/,
	},
];

const archive: Screen[] = [
	{
		...ARCHIVE,
		...anyone,
		name: "archive",
		path: paths.archive(),
		shows: TALK,
	},
	{
		...ARCHIVE,
		name: "archive-empty",
		in: "empty",
		as: "anonymous",
		path: paths.archive(),
		shows: /Nothing analyzed yet/,
	},
];

const results: Screen[] = [
	{ ...REPORT, ...anyone, name: "results", path: talk, shows: "Transcript" },
	{
		...REPORT,
		...member,
		name: "results-unfolded",
		path: talk,
		shows: "You agree",
		press: unfoldReport,
	},
	{ ...REPORT, ...owner, name: "results-owner", path: talk, shows: /respon/i },
	{
		...REPORT,
		name: "results-simulated",
		in: "demo",
		as: "anonymous",
		path: ({ videos }) => paths.results(videos.simulated),
		shows: /made up for a demonstration/,
	},
	{
		...anyone,
		name: "results-no-statements",
		path: ({ videos }) => paths.results(videos.silent),
		title: "An hour of rain on a tin roof",
		heading: "An hour of rain on a tin roof",
		shows: "No Statements Found",
	},
	{
		...anyone,
		name: "results-aimed",
		path: ({ videos }) => paths.results(videos.aimed),
		title: "A pier and its fans",
		heading: "A pier and its fans",
		shows: "This video contains text aimed at AI raters",
	},
	{
		...anyone,
		name: "results-failed",
		path: ({ videos }) => paths.results(videos.broken),
		title: "A talk without captions",
		heading: "A talk without captions",
		shows: "No captions",
	},
	{
		...anyone,
		name: "results-running",
		path: async (world) => paths.results(await world.startRun()),
		title: "An evening at the lighthouse",
		heading: "An evening at the lighthouse",
		shows: /analyzing/,
		underWay: true,
	},
	{
		...anyone,
		name: "results-unknown",
		path: paths.results("nobody-knows"),
		title: "Video Not Found",
		heading: "Video Not Found",
		expected: /status of 40[04]/,
	},
	{
		...anyone,
		name: "results-loading",
		path: talk,
		title: "Results",
		heading: "Loading Analysis...",
		network: "held",
	},
	{
		...anyone,
		name: "results-failing",
		path: talk,
		title: "Failed to fetch video",
		heading: "Failed to fetch video",
		network: "failing",
		expected: /status of 500/,
	},
	{
		...anyone,
		name: "results-unreadable",
		path: talk,
		title: "Results",
		heading: "Something went wrong",
		network: "garbled",
		expected: /./,
	},
];

/** What everybody can open. */
export const public_screens: Screen[] = [...home, ...archive, ...results];
