import { isPlatformAddress } from "#domain/caption-track.ts";
import type { OutboundBounds, OutboundFetch } from "#pipeline/outbound.ts";
import type { CaptionSource, TrackCall } from "#pipeline/read-captions.ts";
import { ask, refusalOf } from "./ask.ts";

/** Six hours of automatic captions with word times are about 6 MB. */
const BOUNDS: OutboundBounds = { timeout_ms: 10_000, max_bytes: 8_000_000 };

/** Caption tracks, fetched through `base_url`, which has no slash at its end. */
export function createCaptionSource(
	fetch: OutboundFetch,
	base_url: string,
): CaptionSource {
	return {
		track: async (address): Promise<TrackCall> => {
			const url = trackUrl(address, base_url);
			if (url === null) return { ok: false, kind: "withheld" };
			const asked = await ask(fetch, url, {}, BOUNDS);
			if (!asked.ok) return asked;
			if (asked.status === 404) return { ok: false, kind: "withheld" };
			const refusal = refusalOf(asked);
			if (refusal !== null) return refusal;
			const empty = asked.body.trim() === "";
			return empty
				? { ok: false, kind: "withheld" }
				: { ok: true, body: asked.body };
		},
	};
}

/**
 * The track's path and query, byte for byte since they are signed, at
 * `base_url` and in the json3 format; null for an address that is not the
 * platform's.
 */
function trackUrl(address: string, base_url: string): string | null {
	const url = URL.canParse(address) ? new URL(address) : null;
	if (url === null || !isPlatformAddress(url)) return null;
	const query = url.search
		.slice(1)
		.split("&")
		.filter((pair) => pair !== "" && !pair.startsWith("fmt="));
	return `${base_url}${url.pathname}?${[...query, "fmt=json3"].join("&")}`;
}
