/** A caption track as listed by the player endpoint. */
export type CaptionTrack = {
	/** A signed address that is valid for hours; not stored after a run. */
	base_url: string;
	/** BCP 47 as spelled by YouTube. */
	language: string;
	kind: "manual" | "asr";
	vss_id: string;
	/** The address requires a proof of origin and returns an empty body without one. */
	gated: boolean;
};

/** Experiments in which a track's address answers 200 with an empty body. */
const GATING_EXPERIMENTS = new Set(["xpe", "xpv"]);

export function isGated(address: URL): boolean {
	return address.searchParams
		.getAll("exp")
		.flatMap((value) => value.split(","))
		.some((experiment) => GATING_EXPERIMENTS.has(experiment));
}

/**
 * Whether the address is on one of YouTube's own hosts, the only ones that captions may be
 * fetched from.
 */
export function isPlatformAddress(address: URL): boolean {
	const own = address.hostname === "youtube.com" || address.hostname.endsWith(".youtube.com");
	return own && address.protocol === "https:" && address.username === "";
}

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
