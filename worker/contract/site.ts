import * as z from "zod";
import { VerificationMethod } from "./claims.ts";
import { SourceId } from "./evidence.ts";
import { Instant, Provider, VideoId } from "./ids.ts";
import { VIDEO_NOT_FOUND } from "./texts.ts";

export const Health = z.object({
	status: z.literal("ok"),
	mode: z.enum(["demo", "live"]),
	panel: z.array(Provider),
	/** The operator's address for mail; null if none is set. */
	contact_email: z.string().nullable(),
	/** What an analysis searches; empty if the models rate from memory. */
	evidence_sources: z.array(SourceId),
	/** How an ownership claim can be decided here; empty if nothing and nobody can decide it. */
	claim_methods: z.array(VerificationMethod),
});
export type Health = z.infer<typeof Health>;

/** The state of the dependencies; checked at most every few seconds. */
export const Readiness = z.object({
	status: z.enum(["ok", "unavailable"]),
	checked_at: Instant,
	checks: z.object({
		database: z.object({ ok: z.boolean(), latency_ms: z.int() }),
		/** `missing`: the migrations that the program needs and the database does not have. */
		migrations: z.object({
			ok: z.boolean(),
			applied: z.int(),
			missing: z.int(),
		}),
		/** The object that counts limits. */
		quota: z.object({ ok: z.boolean(), latency_ms: z.int() }),
	}),
	/** From the settings; nothing is called. */
	configured: z.object({
		mode: z.enum(["demo", "live"]),
		panel: z.array(Provider),
		youtube_api: z.boolean(),
		mail: z.boolean(),
		google_sign_in: z.boolean(),
		/** Whether stored secrets are encrypted. */
		secrets_key: z.boolean(),
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

/** A page's texts for search engines and previews. */
export type PageWords = {
	/** As in the app, without the site's name. */
	title: string;
	description: string;
	/** false: a personal page, or one that only a mail links to. */
	indexable: boolean;
};

export const SITE_NAME = "BS Detector";

const SITE_DESCRIPTION =
	"Paste a YouTube link. AI models rate the statements that matter most and show how they got there.";

/** Every address with one fixed page; reports are not included. */
export const SITE_PAGES: Record<string, PageWords> = {
	"/": open("AI fact-checking for videos", SITE_DESCRIPTION),
	"/results": open(
		"All analyses",
		"Every video checked here, newest first, with its BS score. Search by title or channel.",
	),
	"/about": open(
		"About",
		"What this site is for, how scores are made, and how mistakes are reported and corrected.",
	),
	"/how-it-works": open(
		"How it works",
		"From a video's transcript to its score: how statements are found, how AI models rate them, and what the numbers mean.",
	),
	"/creators": open(
		"For creators",
		"Claim your channel and respond to reports on your videos. Your response appears beside the rating.",
	),
	"/api": open(
		"API",
		"Fact-check videos from your own program: one request starts an analysis, another reads its result.",
	),
	"/privacy": open(
		"Privacy Policy",
		"What this site stores about you, why, for how long, and how to export or delete it.",
	),
	"/terms": open(
		"Terms of Service",
		"The rules for using this site, in plain words: what you can expect from it and what it expects from you.",
	),
	"/contact": open(
		"Contact",
		"How to reach the people behind this site, and where to report a wrong rating.",
	),
	"/dashboard": closed("Dashboard"),
	"/account": closed("Your account"),
	// Unknown to everyone except admins.
	"/admin": closed("Page not found"),
	"/confirm-email": closed("Confirm your account"),
	"/reset-password": closed("Choose a new password"),
	"/forgot-password": closed("Forgot password"),
};

/** The texts of an unknown address. */
export const UNKNOWN_PAGE = closed("Page not found");

/** The texts of an unknown report's address. */
export const UNKNOWN_VIDEO = closed(VIDEO_NOT_FOUND.title);

/** A page's title in the tab. */
export function fullTitle(title: string): string {
	return `${title} · ${SITE_NAME}`;
}

function open(title: string, description: string): PageWords {
	return { title, description, indexable: true };
}

function closed(title: string): PageWords {
	return { title, description: SITE_DESCRIPTION, indexable: false };
}
