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
