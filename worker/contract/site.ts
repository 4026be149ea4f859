import * as z from "zod";
import { Instant, Provider, VideoId } from "./ids.ts";

export const Health = z.object({
	status: z.literal("ok"),
	mode: z.enum(["demo", "live"]),
	panel: z.array(Provider),
	/** Where people can write to the site's operator; null where none is given. */
	contact_email: z.string().nullable(),
});
export type Health = z.infer<typeof Health>;

/** Whether what requests depend on is there; checked at most every few seconds. */
export const Readiness = z.object({
	status: z.enum(["ok", "unavailable"]),
	checked_at: Instant,
	checks: z.object({
		database: z.object({ ok: z.boolean(), latency_ms: z.int() }),
		/** `missing`: how many the program was built for that the database has not seen. */
		migrations: z.object({
			ok: z.boolean(),
			applied: z.int(),
			missing: z.int(),
		}),
		/** The object that counts limits. */
		quota: z.object({ ok: z.boolean(), latency_ms: z.int() }),
	}),
	/** Nothing here is asked: it says what the settings name. */
	configured: z.object({
		mode: z.enum(["demo", "live"]),
		panel: z.array(Provider),
		youtube_api: z.boolean(),
		mail: z.boolean(),
		google_sign_in: z.boolean(),
	}),
});
export type Readiness = z.infer<typeof Readiness>;

export const Stats = z.object({
	total_videos: z.int(),
	total_claims: z.int(),
	bs_claims: z.int(),
	total_creators: z.int(),
});
export type Stats = z.infer<typeof Stats>;

export const Sample = z.object({
	id: VideoId,
	url: z.string(),
	title: z.string(),
	duration: z.number(),
});
export type Sample = z.infer<typeof Sample>;

/** What a page tells search engines and previews of itself. */
export type PageWords = {
	/** As the app writes it, without the site's name. */
	title: string;
	description: string;
	/** false: a page for one person, or one that only a mail leads to. */
	indexable: boolean;
};

export const SITE_NAME = "BS Detector";

const SITE_DESCRIPTION =
	"Paste a YouTube link. AI models rate every factual statement in the video and show how they got there.";

/** Every address with one fixed page; reports are beside them. */
export const SITE_PAGES: Record<string, PageWords> = {
	"/": open("AI fact-checking for videos", SITE_DESCRIPTION),
	"/results": open(
		"All analyses",
		"Every video that was checked, newest first, with its BS score: search by title or channel.",
	),
	"/about": open(
		"About",
		"What this site is for, who may use it, and how a mistake in a rating is reported and corrected.",
	),
	"/how-it-works": open(
		"How it works",
		"From a video's transcript to its score: how statements are found, how AI models rate them, and what the numbers mean.",
	),
	"/creators": open(
		"For creators",
		"Claim your channel, answer what was said about your videos, and have your answer shown beside the rating.",
	),
	"/api": open(
		"API",
		"Fact-check videos from your own program: one request starts an analysis, another reads its result.",
	),
	"/privacy": open(
		"Privacy Policy",
		"What this site stores about you, why, for how long, and how you take it with you or have it deleted.",
	),
	"/terms": open(
		"Terms of Service",
		"The rules for using this site, in plain words: what you may expect of it and what it expects of you.",
	),
	"/contact": open(
		"Contact",
		"How to reach the people behind this site, and where to report a wrong rating.",
	),
	"/dashboard": closed("Dashboard"),
	"/account": closed("Your account"),
	// To anybody but an admin it is not there.
	"/admin": closed("Page not found"),
	"/confirm-email": closed("Confirm your account"),
	"/reset-password": closed("Choose a new password"),
	"/forgot-password": closed("Forgot password"),
};

/** The words of an address that has no page. */
export const UNKNOWN_PAGE = closed("Page not found");

/** The words of a report's address that has none. */
export const UNKNOWN_VIDEO = closed("Video Not Found");

/** A page's name as it stands in the tab. */
export function fullTitle(title: string): string {
	return `${title} · ${SITE_NAME}`;
}

function open(title: string, description: string): PageWords {
	return { title, description, indexable: true };
}

function closed(title: string): PageWords {
	return { title, description: SITE_DESCRIPTION, indexable: false };
}
