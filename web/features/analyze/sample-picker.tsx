import type { Sample } from "#contract/site.ts";
import { formatClock } from "#web/ui/format-clock.ts";

/** The sample videos of demo mode, each one press away from the field. */
export function SamplePicker({
	samples,
	chosen,
	onChoose,
}: {
	samples: Sample[];
	/** The link that stands in the field. */
	chosen: string;
	onChoose: (url: string) => void;
}) {
	if (samples.length === 0) return null;
	return (
		<div className="flex flex-col gap-2">
			<p className="text-sm text-muted">
				No link at hand? These samples were written for trying it out:
			</p>
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
							<span className="text-sm text-muted">
								{formatClock(sample.duration)}
							</span>
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}
