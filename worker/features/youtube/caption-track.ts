import type { ListedTrack } from "#contract/original-sound.ts";

/** A caption track as listed by the player endpoint; its address is not stored after a run. */
export type CaptionTrack = ListedTrack & {
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
