import { BandIcon } from "#web/ui/band-icon.tsx";
import { BAND_WORDS, type Band } from "#web/ui/bands.ts";

const BANDS: Band[] = ["factual", "moderate", "high"];

/** How many statements each band has; a press shows that band alone. */
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
		<fieldset className="flex flex-wrap gap-2" data-print="no">
			<legend className="sr-only">Show statements by verdict</legend>
			{BANDS.map((band) => (
				<button
					key={band}
					type="button"
					aria-pressed={chosen === band}
					disabled={counts[band] === 0}
					onClick={() => onChoose(chosen === band ? null : band)}
					className="inline-flex min-h-9 items-center gap-2 rounded-md border border-line bg-raised px-3 text-sm hover:border-ink disabled:text-muted disabled:hover:border-line aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
				>
					<span className="rounded-full bg-raised p-0.5">
						<BandIcon band={band} className="block size-3.5" />
					</span>
					{BAND_WORDS[band].statement} <strong>{counts[band]}</strong>
				</button>
			))}
			{chosen !== null && (
				<button
					type="button"
					onClick={() => onChoose(null)}
					className="min-h-9 px-2 text-sm underline decoration-rule underline-offset-4"
				>
					Show all
				</button>
			)}
		</fieldset>
	);
}
