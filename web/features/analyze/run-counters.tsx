import { BandIcon } from "#web/ui/band-icon.tsx";
import { BAND_CLASSES, BAND_WORDS, bandOf } from "#web/ui/bands.ts";

/** The mean so far and how many claims the run has found. */
export function RunCounters({
	score,
	claims,
	simulated,
}: {
	/** null before the first rating. */
	score: number | null;
	claims: number;
	simulated: boolean;
}) {
	return (
		<dl className="grid grid-cols-2 divide-x divide-line border-y border-line">
			<div className="flex flex-col-reverse py-2">
				<dt className="eyebrow">BS Score{simulated && " (simulated)"}</dt>
				<dd
					className={`flex flex-wrap items-center gap-x-2 text-2xl font-semibold ${score === null ? "text-muted" : BAND_CLASSES[bandOf(score)].text}`}
				>
					{score ?? "–"}
					{score !== null && (
						<>
							<BandIcon
								band={bandOf(score)}
								simulated={simulated}
								className="size-5"
							/>
							<span className="text-sm">{BAND_WORDS[bandOf(score)].badge}</span>
						</>
					)}
				</dd>
			</div>
			<div className="flex flex-col-reverse py-2 pl-5">
				<dt className="eyebrow">Claims Found</dt>
				<dd className="text-2xl font-semibold">{claims}</dd>
			</div>
		</dl>
	);
}
