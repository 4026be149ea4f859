import { originalTrack, readOriginalSound } from "#contract/original-sound.ts";
import { readCaptions } from "./content/captions.ts";
import { playerResponse } from "./content/player-data.ts";
import { watchedVideo } from "./content/selectors.ts";

/** Switching captions on, and reading them. */
const TIMEOUT_MS = 25_000;
const COPIED = "The captions are copied. Go back to BS Detector and paste them there.";

/** A bookmark for those without the extension: pressed on a watch page, it copies the captions. */
async function copyCaptions(): Promise<void> {
	const video_id = watchedVideo(location);
	if (video_id === null) return alert("Open the video on YouTube first.");
	const sound = readOriginalSound(playerResponse(video_id));
	if (originalTrack(sound) === null)
		return alert("YouTube does not tell which captions are those of the original sound.");
	const captions = await readCaptions(video_id, sound, AbortSignal.timeout(TIMEOUT_MS));
	if (captions === null)
		return alert(
			"The captions could not be read. Play the video for a moment, then press the bookmark again.",
		);
	try {
		await navigator.clipboard.writeText(captions);
		alert(COPIED);
	} catch {
		askForPress(captions);
	}
}

/** Some browsers copy only at once after a press, and reading the captions took longer. */
function askForPress(captions: string): void {
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = "Copy the captions for BS Detector";
	button.style.cssText =
		"position:fixed;inset-block-start:72px;inset-inline-end:16px;z-index:9999;padding:12px 16px;border:2px solid #1c1a17;border-radius:4px;background:#fff;color:#1c1a17;font:600 16px system-ui,sans-serif;cursor:pointer";
	button.addEventListener("click", async () => {
		button.remove();
		const is_copied = await navigator.clipboard.writeText(captions).then(
			() => true,
			() => false,
		);
		alert(is_copied ? COPIED : "This browser does not allow copying.");
	});
	document.body.append(button);
	button.focus();
}

void copyCaptions();
