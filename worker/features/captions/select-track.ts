import type { CaptionTrack } from "#features/youtube/caption-track.ts";

/**
 * Ranks tracks, best first: manual captions in the spoken language, automatic ones in it, other
 * manual ones, other automatic ones. Within each group YouTube's order is kept, and an exact
 * language comes before a variant. `spoken` is the original language or null.
 */
export function rankTracks(tracks: CaptionTrack[], spoken: string | null): CaptionTrack[] {
	return tracks
		.map((track, order) => ({ track, order, rank: rankTrack(track, spoken) }))
		.sort((a, b) => a.rank - b.rank || a.order - b.order)
		.map(({ track }) => track);
}

function rankTrack(track: CaptionTrack, spoken: string | null): number {
	const manual = track.kind === "manual";
	if (spoken !== null && primary(track.language) === primary(spoken)) {
		const variant = track.language === spoken ? 0 : 1;
		return (manual ? 0 : 2) + variant;
	}
	return manual ? 4 : 5;
}

/** "en" of "en-US". */
function primary(language: string): string {
	return language.toLowerCase().split("-")[0] ?? "";
}
