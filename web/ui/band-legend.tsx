import { BAND_WORDS, BANDS } from "#contract/bands.ts";
import { BAND_SCORES, statementWords } from "#contract/verdict-words.ts";

/** Explains which words belong to which scores. */
export function BandLegend({ checked }: { checked: boolean }) {
	return (
		<details className="border-t border-line pt-3 text-sm">
			<summary className="cursor-pointer py-1 text-muted">What the words mean</summary>
			<table className="mt-2 w-full border-t border-line text-left">
				<thead className="text-xs text-muted">
					<tr>
						<th className="py-1 font-normal">Score</th>
						<th className="py-1 font-normal">A statement</th>
						<th className="py-1 font-normal">The video</th>
					</tr>
				</thead>
				<tbody>
					{BANDS.map((band) => (
						<tr key={band} className="border-t border-line align-top">
							<th scope="row" className="py-1 pr-2 font-semibold whitespace-nowrap">
								{BAND_SCORES[band]}
							</th>
							<td className="py-1 pr-2">{statementWords(band, checked).join(", ")}</td>
							<td className="py-1">
								{[...new Set([BAND_WORDS[band].badge, BAND_WORDS[band].video])].join(", ")}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</details>
	);
}
