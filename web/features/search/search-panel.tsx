import type { MouseEvent } from "react";
import type { SearchResult } from "#contract/video.ts";
import { Icon } from "#web/ui/icon.tsx";
import { SearchHit } from "./search-hit.tsx";

/** What the search has found so far. */
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
						{loading
							? "Searching..."
							: `Search Results (${results?.length ?? 0})`}
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
			{loading && (
				<p className="waiting px-4 py-6 text-sm text-muted">
					Searching videos...
				</p>
			)}
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
						<SearchHit
							key={result.id}
							result={result}
							locked={locked}
							onChoose={onChoose}
						/>
					))}
				</ul>
			)}
		</section>
	);
}
