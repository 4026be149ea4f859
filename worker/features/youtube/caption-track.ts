/** A caption track as the player endpoint lists it. */
export type CaptionTrack = {
	/** A signed address that is valid for hours; not stored after a run. */
	base_url: string;
	/** BCP 47 as the platform spells it. */
	language: string;
	kind: "manual" | "asr";
	vss_id: string;
	/** Its address requires a proof of origin and is empty without one. */
	gated: boolean;
};

/** The experiments in which an address answers 200 with an empty body. */
const GATING_EXPERIMENTS = new Set(["xpe", "xpv"]);

export function isGated(address: URL): boolean {
	return address.searchParams
		.getAll("exp")
		.flatMap((value) => value.split(","))
		.some((experiment) => GATING_EXPERIMENTS.has(experiment));
}

/** Captions may be requested from the platform's own hosts only. */
export function isPlatformAddress(address: URL): boolean {
	const own =
		address.hostname === "youtube.com" ||
		address.hostname.endsWith(".youtube.com");
	return own && address.protocol === "https:" && address.username === "";
}
