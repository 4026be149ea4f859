import { type OriginalSound, readOriginalSound } from "#contract/original-sound.ts";

/*
 * The player's own data is a script's object in YouTube's page, which the extension's script does
 * not see. `answerFromPage` runs beside the page's scripts and hands the part over that tells of
 * sounds and captions; `askPage` reads it. Both may be imitated by the page, which could as well
 * change the player's data.
 */

type Player = Element & { getPlayerResponse?: () => unknown };
type PlayerResponse = {
	videoDetails?: { videoId?: unknown };
	captions?: unknown;
	streamingData?: { adaptiveFormats?: unknown };
};

/** What the page's player says of the video; null if it shows another one, as an advertisement. */
export function playerResponse(video_id: string): PlayerResponse | null {
	const player = document.querySelector<Player>("#movie_player");
	const first = Reflect.get(window, "ytInitialPlayerResponse");
	const answers = [player?.getPlayerResponse?.(), first] as (PlayerResponse | null | undefined)[];
	return answers.find((it) => it?.videoDetails?.videoId === video_id) ?? null;
}

const ASKED = "bs-detector-asks";
const ANSWERED = "bs-detector-answers";

/** Answers in the page's own world. */
export function answerFromPage(): void {
	document.addEventListener(ASKED, (event) => {
		const response = playerResponse(String((event as CustomEvent<unknown>).detail));
		const formats = response?.streamingData?.adaptiveFormats;
		const told = response && {
			captions: response.captions,
			streamingData: {
				adaptiveFormats: Array.isArray(formats)
					? formats.map(({ audioTrack, xtags }) => ({ audioTrack, xtags }))
					: [],
			},
		};
		document.dispatchEvent(new CustomEvent(ANSWERED, { detail: JSON.stringify(told) }));
	});
}

/** More than a hundred caption tracks have. */
const MAX_CHARS = 1_000_000;

/** The sound and captions of the video in the page's player. */
export function askPage(video_id: string): OriginalSound {
	let told: unknown = null;
	const listen = (event: Event) => {
		const { detail } = event as CustomEvent<unknown>;
		if (typeof detail === "string" && detail.length <= MAX_CHARS) told = parse(detail);
	};
	// Events are delivered before `dispatchEvent` returns.
	document.addEventListener(ANSWERED, listen);
	document.dispatchEvent(new CustomEvent(ASKED, { detail: video_id }));
	document.removeEventListener(ANSWERED, listen);
	return readOriginalSound(told);
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
