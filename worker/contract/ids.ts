import * as z from "zod";
import { PROVIDERS } from "./providers.ts";

/** A member of the panel. */
export const Provider = z.enum(PROVIDERS);
export type Provider = z.infer<typeof Provider>;

/** YouTube's video id: 11 characters of URL-safe base64. */
export const VideoId = z
	.string()
	.regex(/^[A-Za-z0-9_-]{11}$/)
	.brand<"VideoId">();
export type VideoId = z.infer<typeof VideoId>;

/** YouTube's channel id. */
export const ChannelId = z.string().regex(/^UC[A-Za-z0-9_-]{22}$/);

export const RunId = z
	.string()
	.regex(/^[0-9a-z]{1,40}$/)
	.brand<"RunId">();
/** One analysis of one video. Contains no "-", so that `<run>-<seq>` can be split. */
export type RunId = z.infer<typeof RunId>;

export const StatementId = z.string().min(1).brand<"StatementId">();
export type StatementId = z.infer<typeof StatementId>;

/** The same for the same claim in any video. */
export const ClaimKey = z.string().regex(/^[0-9a-f]{24}$/);

export const MemberId = z.string().min(1).brand<"MemberId">();
export type MemberId = z.infer<typeof MemberId>;

/** An instant as ISO 8601 in UTC, for example 2026-01-31T10:00:00.000Z. */
export const Instant = z.iso.datetime();
/** An instant in a request, which many programs write with an offset such as +00:00. */
export const InstantInput = z.iso
	.datetime({ offset: true })
	.transform((instant) => new Date(instant).toISOString());
/** The end of the previous page of a list. Forms and programs send an empty one for the first page. */
export const Cursor = z
	.string()
	.optional()
	.transform((cursor) => cursor || undefined);
export type Instant = z.infer<typeof Instant>;
