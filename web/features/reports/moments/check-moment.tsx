import { Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import { clockTime } from "#contract/format.ts";
import type { Video } from "#contract/video.ts";
import { Button } from "#web/ui/button.tsx";
import { usePlayerState } from "../player/player-context.ts";
import { MomentCard } from "./lazy-card.tsx";

/** Checks what was said around the player's time. */
export function CheckMoment({ video }: { video: Video }) {
	const second = usePlayerState(({ time }) => Math.floor(time ?? 0));
	const [asked, setAsked] = useAsked(video);
	return (
		<div className="flex flex-col items-start gap-3" data-print="no">
			<Button onClick={() => setAsked({ at: second })}>
				Check this moment <span className="text-muted">{clockTime(second)}</span>
			</Button>
			{asked !== null && (
				<Suspense fallback={null}>
					<MomentCard
						// Another moment is another check.
						key={asked.at}
						video={video}
						asked={asked}
						onClose={() => setAsked(null)}
					/>
				</Suspense>
			)}
		</div>
	);
}

/**
 * The moment that was asked about, here or on the page that led here: home's field has asked for it
 * already, so the card joins its run. Until a first result the report itself shows that run.
 */
function useAsked({ scope, analysis_status }: Video) {
	const state: unknown = useLocation().state;
	const handed =
		typeof state === "object" && state !== null && "at" in state && typeof state.at === "number"
			? { at: state.at }
			: null;
	const shown_above = scope === "moments" && analysis_status === "analyzing";
	return useState(shown_above ? null : handed);
}
