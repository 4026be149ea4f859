import type { FailureCode } from "#domain/failures.ts";
import type { Playability } from "#domain/playability.ts";
import type { OembedRefusal } from "./metadata-sources.ts";

/**
 * What two refusals together say of the video, or null when they say nothing.
 * The player's particular reasons come first. oEmbed's "forbidden" outweighs
 * the player's "gone": apps call a private video unavailable too. Its
 * "unauthorized" is a video that may not be embedded, which exists.
 */
export function refusalEvidence(
	player: Playability | null,
	oembed: OembedRefusal,
): FailureCode | null {
	if (player === "private") return "video_private";
	if (player === "age_restricted") return "video_age_restricted";
	if (player === "live_offline") return "video_not_started";
	if (oembed === "forbidden") return "video_private";
	if (player === "gone" || oembed === "missing") return "video_gone";
	return null;
}
