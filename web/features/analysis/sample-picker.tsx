import { clockTime } from "#contract/format.ts";
import type { Sample } from "#contract/site.ts";

/** The sample videos of demo mode; a click puts one into the field. */
export function SamplePicker({
	samples,
	chosen,
	onChoose,
}: {
	samples: Sample[];
	/** The link in the field. */
	chosen: string;
	onChoose: (url: string) => void;
}) {
	return (
		<div className="flex flex-col gap-2">
			<p className="text-sm text-muted">No link? Try a sample, written for this demo:</p>
			<ul className="flex flex-col border-t border-line">
				{samples.map((sample) => (
					<li key={sample.id} className="border-b border-line">
						<button
							type="button"
							aria-pressed={chosen === sample.url}
							onClick={() => onChoose(sample.url)}
							className="flex min-h-11 w-full items-center justify-between gap-4 px-2 py-1.5 text-left hover:bg-sunken aria-pressed:bg-sunken aria-pressed:font-semibold"
						>
							<span className="font-serif">{sample.title}</span>
							<span className="text-sm text-muted">{clockTime(sample.duration)}</span>
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}
