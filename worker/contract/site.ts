import * as z from "zod";
import { VerificationMethod } from "./claims.ts";
import { SourceId } from "./evidence.ts";
import { Instant, Provider, VideoId } from "./ids.ts";
import { TAKEN_DOWN_TITLE } from "./takedown-words.ts";
import { VIDEO_NOT_FOUND } from "./texts.ts";

export const Health = z.object({
	status: z.literal("ok"),
	mode: z.enum(["demo", "live"]),
	panel: z.array(Provider),
	contact_email: z.string().nullable(),
	/** The sources that an analysis searches; empty if the models rate from memory. */
	evidence_sources: z.array(SourceId),
	/**
	 * The methods by which this site can verify an ownership claim; empty if no method and no admin
	 * is available.
	 */
	claim_methods: z.array(VerificationMethod),
	mail: z.boolean(),
});
export type Health = z.infer<typeof Health>;

/** The state of the dependencies, cached for a few seconds. */
export const Readiness = z.object({
	status: z.enum(["ok", "unavailable"]),
	checked_at: Instant,
	checks: z.object({
		database: z.object({ ok: z.boolean(), latency_ms: z.int() }),
		/** `missing`: migrations that the code needs and the database does not have. */
		migrations: z.object({ ok: z.boolean(), applied: z.int(), missing: z.int() }),
		/** The Durable Object that counts rate limits. */
		quota: z.object({ ok: z.boolean(), latency_ms: z.int() }),
	}),
	configured: z.object({
		mode: z.enum(["demo", "live"]),
		panel: z.array(Provider),
		youtube_api: z.boolean(),
		mail: z.boolean(),
		google_sign_in: z.boolean(),
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
	/** The title as shown in the app, without the site's name. */
	title: string;
	description: string;
	/** false for personal pages and for pages that only a mail links to. */
	indexable: boolean;
};

export const SITE_NAME = "BS Detector";

const SITE_DESCRIPTION =
	"Paste a YouTube link. AI models rate the statements that matter most and show how they got there.";

const DEMO_DESCRIPTION =
	"Paste a YouTube link. No AI model is set up here: samples are simulated, other videos get their sources without a score.";

const FOR_CREATORS =
	"Claim your channel and respond to reports on your videos. Your response appears beside the rating.";

/** On a site that cannot verify who owns a channel. */
const FOR_CREATORS_LATER =
	"How creators respond to reports on their videos once this site can verify who owns a channel.";

/** Every fixed page by path; reports are not included. */
export const SITE_PAGES: Record<string, PageWords> = {
	"/": open("AI fact-checking for videos", SITE_DESCRIPTION),
	"/results": open(
		"All analyses",
		"Videos checked here, newest first, with their BS scores. Search by title, channel or what was said.",
	),
	"/about": open(
		"About",
		"What this site is for, how scores are made, and how mistakes are reported and corrected.",
	),
	"/how-it-works": open(
		"How it works",
		"From a video's transcript to its score: how statements are found, how AI models rate them, and what the numbers mean.",
	),
	"/accuracy": open(
		"Accuracy",
		"What the program's checks do to statements written to test them, how to repeat the measurement, and what it does not show.",
	),
	"/extension": open(
		"Browser extension",
		"Score, statements and sources beside the player on YouTube: what the extension for Chrome and Firefox does, and what it sends.",
	),
	"/creators": open("For creators", FOR_CREATORS),
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
	"/report-a-problem": closed("Report a problem"),
	"/contact": open(
		"Contact",
		"How to reach the people behind this site, and where to report a wrong rating.",
	),
	"/dashboard": closed("Dashboard"),
	"/following": closed("Following"),
	"/account": closed("Your account"),
	// Only admins see this page; for everyone else it does not exist.
	"/admin": closed("Page not found"),
	"/newsletter/confirm": closed("Confirm your subscription"),
	"/newsletter/unsubscribe": closed("Unsubscribe"),
	"/confirm-email": closed("Confirm your account"),
	"/confirm-new-email": closed("Confirm your new address"),
	"/reset-password": closed("Choose a new password"),
	"/forgot-password": closed("Forgot password"),
	"/extension/authorize": closed("Sign in to the extension"),
};

export const UNKNOWN_PAGE = closed("Page not found");

/** The texts for the address of a notice, which only its sender knows. */
export const NOTICE_PAGE = closed("Your notice");

/** The texts for the address of something that was taken down. */
export const TAKEN_DOWN_PAGE = closed(TAKEN_DOWN_TITLE);

/** The texts for the address of an unknown report. */
export const UNKNOWN_VIDEO = closed(VIDEO_NOT_FOUND.title);

/** The page's texts without promises that this site cannot keep. */
export function keptWords(
	words: PageWords,
	{ mode, claim_methods }: Pick<Health, "mode" | "claim_methods">,
): PageWords {
	const { description } = words;
	if (description === SITE_DESCRIPTION && mode === "demo")
		return { ...words, description: DEMO_DESCRIPTION };
	if (description === FOR_CREATORS && claim_methods.length === 0)
		return { ...words, description: FOR_CREATORS_LATER };
	return words;
}

/** The title of the browser tab. */
export function fullTitle(title: string): string {
	return `${title} · ${SITE_NAME}`;
}

function open(title: string, description: string): PageWords {
	return { title, description, indexable: true };
}

function closed(title: string): PageWords {
	return { title, description: SITE_DESCRIPTION, indexable: false };
}
