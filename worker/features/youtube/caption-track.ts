/** A caption track as the player endpoint lists it. */
export type CaptionTrack = {
	/** Signed address, good for hours; not to be stored beyond a run. */
	base_url: string;
	/** BCP 47 as the platform spells it. */
	language: string;
	kind: "manual" | "asr";
	vss_id: string;
	/** Its address asks for a proof of origin and answers nothing without one. */
	gated: boolean;
};

/** The experiments under which an address answers 200 with an empty body. */
const GATING_EXPERIMENTS = new Set(["xpe", "xpv"]);

export function isGated(address: URL): boolean {
	return address.searchParams
		.getAll("exp")
		.flatMap((value) => value.split(","))
		.some((experiment) => GATING_EXPERIMENTS.has(experiment));
}

/** Only the platform's own hosts may be asked for captions. */
export function isPlatformAddress(address: URL): boolean {
	const own =
		address.hostname === "youtube.com" ||
		address.hostname.endsWith(".youtube.com");
	return own && address.protocol === "https:" && address.username === "";
}
