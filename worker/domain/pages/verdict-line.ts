import type { Video } from "#contract/video.ts";
import { bandOf } from "../bands.ts";
import { BAND_WORDS } from "../card/verdict-words.ts";
import { BAND_TEXT, bandMark } from "./band-mark.ts";

/** The verdict in a word, and what the scale means. */
export function verdictLine(
	{ bs_score, simulated }: Video,
	nothing: boolean,
): string {
	if (nothing)
		return `<div class="text-center"><p class="font-serif text-xl font-semibold">Nothing to check</p><p class="text-sm text-muted">No factual statements were found, so there is no score. That is neither good nor bad.</p></div>`;
	const made_up = simulated
		? `<p class="mt-3 border border-line px-3 py-2 text-sm">Simulated. These scores were made up for a demonstration. They say nothing about the video.</p>`
		: "";
	const band = bandOf(bs_score);
	return `<div class="text-center"><p class="flex items-center justify-center gap-2 font-serif text-xl font-semibold ${BAND_TEXT[band]}">${bandMark(band, "size-6")}${BAND_WORDS[band].video}</p><p class="text-sm text-muted">0 is factual, 100 is false</p>${made_up}</div>`;
}
