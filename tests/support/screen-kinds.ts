import { paths } from "#web/paths.ts";
import type { ScreenWorld } from "./screen-world.ts";

/** The name in the tab and the h1 of each page, and whose eyes see it. */
export const NOT_FOUND = /status of 404/;
export const HOME = {
	title: "AI fact-checking for videos",
	heading: "How much of that video is true?",
};
export const ARCHIVE = { title: "All analyses", heading: "All analyses" };
export const DASHBOARD = { title: "Dashboard", heading: "Dashboard" };
export const ACCOUNT = { title: "Your account", heading: "Your account" };
export const REVIEW = {
	title: "Review of claims",
	heading: "Review of claims",
};
export const SPENDING = { title: "Spending", heading: "Spending" };
export const REVIEW_VOTES = {
	title: "Review of votes",
	heading: "Review of votes",
};
export const TALK = "How harbour walls are built";
export const REPORT = { title: TALK, heading: TALK };
export const talk = ({ videos }: ScreenWorld) => paths.results(videos.talk);
export const anyone = { in: "full", as: "anonymous" } as const;
export const member = { in: "full", as: "member" } as const;
export const owner = { in: "full", as: "owner" } as const;
export const admin = { in: "full", as: "admin" } as const;
export const newcomer = { in: "empty", as: "member" } as const;
