import type { MouseEvent } from "react";
import { findingWords } from "#contract/finding.ts";
import { clockTime } from "#contract/format.ts";
import type { Sample } from "#contract/site.ts";
import type { VideoSummary } from "#contract/video.ts";
import { paths } from "#web/paths.ts";

/** The reports of demo mode's samples, which nobody has to sign in for. */
export function SampleReports({
	samples,
	results,
	onFollow,
}: {
	samples: readonly Sample[];
	/** Those that are finished. */
	results: readonly VideoSummary[];
	onFollow: (path: string, event: MouseEvent) => void;
}) {
	return (
		<section aria-labelledby="samples" className="flex flex-col gap-2">
			<h2 id="samples" className="text-sm text-muted">
				No link? Read a sample, written for this demo:
			</h2>
			<ul className="flex flex-col border-t border-line">
				{samples.map(({ id, title, duration }) => {
					const path = paths.results(id);
					const result = results.find((it) => it.id === id);
					return (
						<li key={id} className="border-b border-line">
							<a
								href={path}
								onClick={(event) => onFollow(path, event)}
								className="group flex min-h-14 flex-col justify-center py-1.5 hover:bg-sunken"
							>
								<span className="flex items-baseline justify-between gap-4">
									<span className="font-serif font-semibold underline-offset-4 group-hover:underline">
										{title}
									</span>
									<span className="text-sm text-muted">{clockTime(duration)}</span>
								</span>
								<span className="text-sm text-muted">
									{result ? findingWords(result).short : "Being checked"}
								</span>
							</a>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
