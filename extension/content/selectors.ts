/**
 * Everything that the extension knows of YouTube's page, which changes often: for each place the
 * selectors to try, the best first. If none leads anywhere, that part of the overlay stays away.
 */
const SELECTORS = {
	/** The video's title; the chip goes after it. */
	title: [
		"ytd-watch-metadata #title > h1",
		"#above-the-fold #title h1",
		"ytd-watch-metadata h1",
		"h1.ytd-video-primary-info-renderer",
		// Of the site for phones.
		".slim-video-information-title",
	],
	player: ["#movie_player", ".html5-video-player"],
	video: ["#movie_player video.html5-main-video", ".html5-video-player video", "#player video"],
	bar: [
		"#movie_player .ytp-progress-bar",
		".html5-video-player .ytp-progress-bar",
		".progress-bar-line",
	],
	/** The buttons at the end of the player's controls. */
	controls: ["#movie_player .ytp-right-controls", ".ytp-right-controls"],
	subtitles: ["#movie_player .ytp-subtitles-button", ".ytp-subtitles-button"],
	/** Beside the player on a wide page; YouTube moves it below on a narrow one. */
	column: ["#secondary-inner", "#secondary", "ytd-watch-flexy #related"],
	/** What to put the panel above if there is no such column. */
	below: [
		"ytd-watch-metadata",
		"#above-the-fold",
		"#below",
		"ytm-slim-video-metadata-section-renderer",
	],
} as const;
export type Place = keyof typeof SELECTORS;

/** The player's classes while advertisements play. */
const ADVERTISEMENT = ["ad-showing", "ad-interrupting"];

/** The element that is really on the screen, because YouTube keeps those of earlier pages. */
export function find(place: Place): HTMLElement | null {
	for (const selector of SELECTORS[place]) {
		const found = [...document.querySelectorAll<HTMLElement>(selector)];
		const shown = found.find(isShown);
		if (shown) return shown;
		// Controls fade out, and the video may not have a size yet.
		if (place !== "title" && place !== "column" && found[0]) return found[0];
	}
	return null;
}

export function isShown(element: Element): boolean {
	return element.isConnected && element.getClientRects().length > 0;
}

export function isAdvertisement(player: Element): boolean {
	return ADVERTISEMENT.some((name) => player.classList.contains(name));
}

/** YouTube's own dark theme, which may differ from the system's. */
export function isDark(): boolean {
	return document.documentElement.hasAttribute("dark");
}

const ID = /^[A-Za-z0-9_-]{11}$/;

/** The id of the video whose watch page this is; null on any other page. */
export function watchedVideo({
	pathname,
	search,
}: Pick<Location, "pathname" | "search">): string | null {
	const id = new URLSearchParams(search).get("v") ?? "";
	return pathname === "/watch" && ID.test(id) ? id : null;
}

/**
 * Whether what was put after the title is where it should be: visible, within the page, and not
 * over the player. A page with another structure gets no overlay rather than a broken one.
 */
export function isWellPlaced(host: Element): boolean {
	if (!isShown(host)) return false;
	const box = host.getBoundingClientRect();
	const fits =
		box.width > 0 && box.left >= -1 && box.right <= document.documentElement.clientWidth + 1;
	const player = find("player")?.getBoundingClientRect();
	const covers =
		player !== undefined &&
		player.height > 0 &&
		box.top < player.bottom - 1 &&
		box.bottom > player.top + 1 &&
		box.left < player.right - 1 &&
		box.right > player.left + 1;
	return fits && !covers;
}
