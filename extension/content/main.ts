import { watchedVideo } from "./selectors.ts";
import { openWatchPage, type WatchPage } from "./watch-page.ts";

/** YouTube changes its page without loading another one. */
const NAVIGATED = ["yt-navigate-finish", "yt-page-data-updated"];

let open: WatchPage | null = null;

function follow(): void {
	const video_id = watchedVideo(location);
	if (video_id === (open?.video_id ?? null)) return;
	open?.leave();
	open = video_id === null ? null : openWatchPage(video_id);
}

for (const type of NAVIGATED) document.addEventListener(type, follow);
window.addEventListener("popstate", follow);
follow();
