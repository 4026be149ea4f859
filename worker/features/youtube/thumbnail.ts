import type { VideoId } from "#contract/ids.ts";
import { parseUrl } from "#text/parse-url.ts";

export type ThumbnailOffer = { url: string; width: number };

/** Wide enough for the results page on a high-resolution screen. */
const MAX_WIDTH = 1280;
/** The platform's are far shorter; parsing a longer one gets slow. */
const MAX_URL_CHARS = 2_000;
const IMAGE_HOST = /^i[0-9]?\.ytimg\.com$/;

/**
 * The widest picture up to MAX_WIDTH from the platform's image hosts, over https only and
 * without query; else the one that every video has.
 */
export function pickThumbnail(id: VideoId, offers: ThumbnailOffer[]): string {
	const best = offers
		.filter(
			({ url, width }) => width <= MAX_WIDTH && url.length <= MAX_URL_CHARS,
		)
		.sort((a, b) => b.width - a.width)
		.map(({ url }) => parseUrl(url))
		.find((url) => url?.protocol === "https:" && IMAGE_HOST.test(url.hostname));
	return best
		? `https://${best.hostname}${best.pathname}`
		: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
}
