import type { Statement } from "#contract/statement.ts";
import { BandIcon } from "#web/ui/band-icon.tsx";
import { BAND_CLASSES, BAND_WORDS, bandOf } from "#web/ui/bands.ts";
import { SimulatedMark } from "#web/ui/simulated-mark.tsx";

/** A statement's score as number, word and mark, and how sure it is. */
export function StatementScore(props: {
	statement: Statement;
	simulated: boolean;
}) {
	const { ai_score, confidence_level } = props.statement;
	const band = bandOf(ai_score);
	return (
		<div
			className={`flex flex-wrap items-baseline gap-x-3 sm:flex-col sm:gap-0 ${BAND_CLASSES[band].text}`}
		>
			<p className="text-3xl leading-none font-semibold">
				<span className="sr-only">BS Score </span>
				{ai_score}
			</p>
			<p className="flex items-center gap-1.5 font-semibold sm:mt-1.5 sm:text-sm">
				<BandIcon band={band} simulated={props.simulated} />
				{BAND_WORDS[band].statement}
			</p>
			<p className="text-sm text-muted sm:mt-1 sm:text-xs">
				{confidence_level}% confidence
			</p>
			{props.simulated && <SimulatedMark className="sm:mt-1" />}
		</div>
	);
}
