import { plural } from "#contract/format.ts";
import { PROMPT_INJECTION_NOTE } from "#contract/page-texts.ts";
import type { PromptInjection, Video } from "#contract/video.ts";
import { Icon } from "#web/ui/icon.tsx";
import { TimeLink } from "../player/time-link.tsx";

/** Further notes are folded, because the score comes first. */
const SHOWN_AT_ONCE = 2;

/** Lists the places in the transcript that address the models that rate it. */
export function PromptInjectionPlaces({
	video,
	places,
	playable,
}: {
	video: Video;
	places: readonly PromptInjection[];
	playable: boolean;
}) {
	const list = (some: readonly PromptInjection[]) => (
		<ol className="flex flex-col gap-2">
			{some.map((place) => (
				<li
					key={`${place.timestamp} ${place.text}`}
					className="flex flex-wrap items-baseline gap-x-3 gap-y-1"
				>
					{place.timestamp !== null && (
						<TimeLink
							videoId={video.id}
							seconds={place.timestamp}
							source={place.timestamp_source}
							playable={playable}
						/>
					)}
					<q className="min-w-0 flex-1 basis-60 font-serif text-base break-words">{place.text}</q>
				</li>
			))}
		</ol>
	);
	const more = places.slice(SHOWN_AT_ONCE);
	return (
		<section
			aria-labelledby="aimed"
			className="flex flex-col gap-3 border-l-4 border-ink bg-sunken px-4 py-3 text-sm"
		>
			<div>
				<h2 id="aimed" className="flex items-center gap-2 text-base font-semibold">
					<Icon name="warning" />
					{PROMPT_INJECTION_NOTE.title}
				</h2>
				<p className="max-w-[68ch]">
					{PROMPT_INJECTION_NOTE.detail}
					{!video.simulated && PROMPT_INJECTION_NOTE.told}
				</p>
			</div>
			{list(places.slice(0, SHOWN_AT_ONCE))}
			{more.length > 0 && (
				<details>
					<summary className="min-h-8 cursor-pointer py-1 font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink">
						{plural(more.length, "more place")}
					</summary>
					<div className="pt-2">{list(more)}</div>
				</details>
			)}
		</section>
	);
}
