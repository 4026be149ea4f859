import type { MouseEvent } from "react";
import type { SearchResult } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { BandBadge } from "#web/ui/band-badge.tsx";
import { formatCount } from "#web/ui/format-count.ts";
import { formatDay } from "#web/ui/format-day.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";

export function SearchHit({
	result,
	locked,
	onChoose,
}: {
	result: SearchResult;
	locked: boolean;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const path = paths.results(result.id);
	const facts = [
		...(result.view_count === null
			? []
			: [`${formatCount(result.view_count)} views`]),
		formatDay(result.created_at),
	];
	return (
		<li>
			<a
				href={path}
				onClick={(event) => onChoose(path, event)}
				className="flex items-start gap-3 p-3 hover:bg-sunken focus-visible:-outline-offset-4"
			>
				<Thumbnail src={result.thumbnail_url} className="w-24 shrink-0" />
				<span className="flex min-w-0 grow flex-col gap-0.5">
					<span className="line-clamp-2 font-serif leading-snug font-semibold">
						{result.title}
					</span>
					<span className="text-xs text-muted">
						{result.channel_name} · {facts.join(" · ")}
					</span>
					<span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
						<BandBadge score={result.bs_score} simulated={result.simulated} />
						<span>AI: {result.confidence_level}%</span>
						{locked && (
							<span className="inline-flex items-center gap-1 text-muted">
								<Icon name="lock" />
								Login Required
							</span>
						)}
					</span>
				</span>
			</a>
		</li>
	);
}
