import type { AimedText } from "#contract/video.ts";
import { escapeMarkup as text } from "../text/escape-markup.ts";
import { clockTime } from "./clock-time.ts";

/** As many as the app shows at once. */
const SHOWN = 2;
const SIGN = `<svg viewBox="0 0 16 16" aria-hidden="true" class="inline-block size-[1.05em] shrink-0 fill-none stroke-current" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="M8 2 1.5 13.5h13ZM8 6.5v3.2M8 11.3v.4"/></svg>`;

/** Stands beside a statement whose words speak to the AI that rates it. */
export const AIMED_MARK = `<span class="inline-flex items-center gap-1 text-sm font-semibold">${SIGN}Aimed at AI raters</span>`;

/** Tells that a transcript speaks to those who rate it, and where; empty where it does not. */
export function aimedBlock(places: readonly AimedText[]): string {
	if (places.length === 0) return "";
	const items = places.slice(0, SHOWN).map((place) => {
		const about = place.timestamp_source === "estimated" ? "≈" : "";
		const time =
			place.timestamp === null
				? ""
				: `<span class="text-sm font-semibold">${about}${clockTime(place.timestamp)}</span>`;
		return `<li class="flex flex-wrap items-baseline gap-x-3 gap-y-1">${time}<q class="min-w-0 flex-1 basis-60 font-serif text-base break-words">${text(place.text)}</q></li>`;
	});
	return `<section aria-labelledby="aimed" class="flex flex-col gap-3 border-l-4 border-ink bg-sunken px-4 py-3 text-sm"><div><h2 id="aimed" class="flex items-center gap-2 text-base font-semibold">${SIGN}This video contains text aimed at AI raters</h2><p class="max-w-[68ch]">These words speak to the models that rate the video rather than to its viewers. They may be meant to change the score, or be a talk about such attempts. The models are told to judge nothing but facts.</p></div><ol class="flex flex-col gap-2">${items.join("")}</ol></section>`;
}
