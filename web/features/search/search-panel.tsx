import type { MouseEvent } from "react";
import { shownScore } from "#contract/score-standing.ts";
import type { SearchResult } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { CoverageNote, ResultBadge } from "#web/ui/badges.tsx";
import { formatCount, formatRelativeDay } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";

/** The results found so far. */
export function SearchPanel({
	results,
	problem,
	locked,
	onClose,
	onChoose,
}: {
	/** undefined while loading. */
	results: SearchResult[] | undefined;
	problem: string | undefined;
	locked: boolean;
	onClose: () => void;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const loading = results === undefined && problem === undefined;
	return (
		<section
			aria-label="Search results"
			className="absolute inset-x-0 top-full z-30 mt-1 max-h-[70dvh] overflow-y-auto border border-rule bg-raised shadow-lift md:-inset-x-6"
		>
			<div className="flex items-center justify-between gap-4 border-b border-line pl-4">
				<div role="status">
					<h2 className="text-sm font-semibold">
						{loading ? "Searching..." : `Search Results (${results?.length ?? 0})`}
					</h2>
				</div>
				<button
					type="button"
					aria-label="Close search results"
					onClick={onClose}
					className="grid size-11 place-items-center hover:bg-sunken"
				>
					<Icon name="close" />
				</button>
			</div>
			{loading && <p className="waiting px-4 py-6 text-sm text-muted">Searching videos...</p>}
			{problem !== undefined && (
				<p role="alert" className="px-4 py-6 text-sm">
					{problem}
				</p>
			)}
			{results?.length === 0 && (
				<div className="px-4 py-6">
					<p className="font-semibold">No videos found</p>
					<p className="text-sm text-muted">Try different search terms</p>
				</div>
			)}
			{results !== undefined && results.length > 0 && (
				<ul className="divide-y divide-line">
					{results.map((result) => (
						<SearchHit key={result.id} result={result} locked={locked} onChoose={onChoose} />
					))}
				</ul>
			)}
		</section>
	);
}

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
		...(result.view_count === null ? [] : [`${formatCount(result.view_count)} views`]),
		formatRelativeDay(result.created_at),
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
					<span className="line-clamp-2 font-serif leading-snug font-semibold">{result.title}</span>
					<span className="text-xs text-muted">
						{result.channel_name} · {facts.join(" · ")}
					</span>
					<span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
						<ResultBadge result={result} />
						<CoverageNote result={result} />
						{shownScore(result) !== null && (
							<span>
								{result.simulated ? "Simulated" : "AI"}: {result.confidence_level}%
							</span>
						)}
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
