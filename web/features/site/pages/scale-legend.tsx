import { BAND_WORDS, type Band } from "#contract/bands.ts";
import { BAND_SCORES } from "#contract/verdict-words.ts";
import { BAND_CLASSES, BandIcon } from "#web/ui/badges.tsx";

const ROWS: { band: Band; meaning: string }[] = [
	{ band: "factual", meaning: "Holds up, as far as it could be checked." },
	{ band: "moderate", meaning: "Partly right, or missing context." },
	{ band: "high", meaning: "Contradicted, false or misleading." },
];

/** How to read a score; shown if there is no example. */
export function ScaleLegend() {
	return (
		<section
			aria-labelledby="scale"
			className="flex flex-col gap-4 border border-rule bg-raised p-5"
		>
			<h2 id="scale" className="eyebrow border-b border-line pb-2">
				How to read the BS score
			</h2>
			<div aria-hidden="true" className="flex gap-1">
				<span className="h-3 w-[30%] bg-factual" data-fill="" />
				<span className="h-3 w-[40%] bg-moderate" data-fill="" />
				<span className="h-3 w-[30%] bg-high" data-fill="" />
			</div>
			<dl className="flex flex-col">
				{ROWS.map(({ band, meaning }) => (
					<div
						key={band}
						className="grid grid-cols-[4.5rem_1fr] border-t border-line py-3 first:border-t-0 first:pt-0"
					>
						<dt className={`font-semibold ${BAND_CLASSES[band].text}`}>{BAND_SCORES[band]}</dt>
						<dd>
							<span className={`flex items-center gap-2 font-semibold ${BAND_CLASSES[band].text}`}>
								<BandIcon band={band} />
								{BAND_WORDS[band].badge}
							</span>
							<span className="text-sm text-muted">{meaning}</span>
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
