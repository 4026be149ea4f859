import * as z from "zod";
import { Provider, VideoId } from "./ids.ts";

export const Health = z.object({
	status: z.literal("ok"),
	mode: z.enum(["demo", "live"]),
	panel: z.array(Provider),
	/** Where people can write to the site's operator; null where none is given. */
	contact_email: z.string().nullable(),
});
export type Health = z.infer<typeof Health>;

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
