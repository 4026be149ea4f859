import { EMBED_SIZE } from "#contract/addresses.ts";
import { findingWords } from "#contract/finding.ts";
import { inQuotes, isolated } from "#contract/format.ts";
import type { Video } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { truncate } from "#web/ui/format.ts";

/** What a post of 280 characters has room for beside the link, quotation marks and some air. */
const ROOM_CHARS = 232;
const MAX_TITLE_CHARS = 160;
/** A title that is cut shorter says nothing. */
const LEAST_TITLE_CHARS = 40;

/** The text that is shared with a result. */
export function shareText(video: Video): string {
	const words = outcomeWords(video);
	const room = Math.min(MAX_TITLE_CHARS, Math.max(LEAST_TITLE_CHARS, ROOM_CHARS - words.length));
	return isolated(inQuotes(truncate(video.title || "This video", room))) + words;
}

/** What follows the title. */
function outcomeWords(video: Video): string {
	if (video.claims_count === 0 && video.scope === "full")
		return ": no factual statements to check were found.";
	const { sentence } = findingWords(video);
	if (video.bs_score === null) return `: ${sentence}`;
	const scale = video.simulated
		? "simulated for a demonstration, not measured"
		: "0% is factual, 100% is false";
	return ` has a BS Score of ${video.bs_score}% (${scale}). ${sentence}`;
}

/**
 * Links that share the result on X and Facebook. Nothing is loaded from these sites before a
 * click.
 */
export function postLinks(text: string, url: string): { microblog: string; network: string } {
	const post = new URL("https://x.com/intent/post");
	post.searchParams.set("text", text);
	post.searchParams.set("url", url);
	const sharer = new URL("https://www.facebook.com/sharer/sharer.php");
	sharer.searchParams.set("u", url);
	return { microblog: post.href, network: sharer.href };
}

/** HTML for other sites: the result as a card, and its score as an image. */
export function embedCode(
	video: Pick<Video, "id" | "title" | "scope">,
	origin: string,
): { card: string; badge: string } {
	const at = (path: string) => attribute(new URL(path, origin).href);
	const { width, height } = EMBED_SIZE;
	const what = video.scope === "moments" ? "Checked moments" : "BS Score";
	const title = attribute(`${what} of ${isolated(inQuotes(video.title || "this video"))}`);
	return {
		card: `<iframe src="${at(paths.embed(video.id))}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
		badge: `<a href="${at(paths.results(video.id))}"><img src="${at(paths.badge(video.id))}" alt="${title}"></a>`,
	};
}

function attribute(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll('"', "&quot;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;");
}
