import { BAND_CLASSES, bandOf } from "#web/ui/bands.ts";

/** The mean so far and how many claims the run has found. */
export function RunCounters({
	score,
	claims,
	simulated,
}: {
	score: number;
	claims: number;
	simulated: boolean;
}) {
	// Before the first rating a 0 is no score, so it gets no verdict's colour.
	const rated = score > 0;
	return (
		<dl className="grid grid-cols-2 divide-x divide-line border-y border-line">
			<div className="flex flex-col-reverse py-3">
				<dt className="eyebrow">BS Score{simulated && " (simulated)"}</dt>
				<dd
					className={`text-3xl font-semibold ${rated ? BAND_CLASSES[bandOf(score)].text : "text-muted"}`}
				>
					{score}
				</dd>
			</div>
			<div className="flex flex-col-reverse py-3 pl-5">
				<dt className="eyebrow">Claims Found</dt>
				<dd className="text-3xl font-semibold">{claims}</dd>
			</div>
		</dl>
	);
}
