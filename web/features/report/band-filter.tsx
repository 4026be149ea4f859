import { BandIcon } from "#web/ui/band-icon.tsx";
import { BAND_WORDS, type Band } from "#web/ui/bands.ts";

const BANDS: Band[] = ["factual", "moderate", "high"];

/** How many statements each band has; a press shows that band alone, another one all. */
export function BandFilter({
	counts,
	chosen,
	onChoose,
}: {
	counts: Record<Band, number>;
	chosen: Band | null;
	onChoose: (band: Band | null) => void;
}) {
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="sr-only">Show statements by verdict</legend>
			{BANDS.map((band) => (
				<button
					key={band}
					type="button"
					aria-pressed={chosen === band}
					disabled={counts[band] === 0 && chosen !== band}
					onClick={() => onChoose(chosen === band ? null : band)}
					className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line bg-raised px-3 text-sm hover:border-ink disabled:text-muted disabled:hover:border-line aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
				>
					<span className="rounded-full bg-raised p-0.5">
						<BandIcon band={band} className="block size-3.5" />
					</span>
					{BAND_WORDS[band].statement} <strong>{counts[band]}</strong>
				</button>
			))}
		</fieldset>
	);
}
