import { type MouseEvent, useId, useRef } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { SearchPanel } from "./search-panel.tsx";
import { useArrowKeys } from "./use-arrow-keys.ts";
import { useLeaving } from "./use-leaving.ts";
import { useSearch } from "./use-search.ts";

/** Finds analysed videos by title or channel. */
export function SearchBox({
	locked,
	onChoose,
}: {
	locked: boolean;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const search = useSearch();
	const box = useRef<HTMLDivElement>(null);
	const field = useRef<HTMLInputElement>(null);
	const id = useId();
	const { open, close } = search;

	const backToField = () => field.current?.focus();
	useLeaving(box, open, close);
	useArrowKeys(box, () => {
		// First the focus, which opens the panel, then away with it.
		backToField();
		close();
	});

	return (
		<div ref={box} className="relative w-full">
			<search>
				<form
					onSubmit={(event) => {
						event.preventDefault();
						search.submit();
					}}
				>
					<label htmlFor={id} className="sr-only">
						Search analyzed videos
					</label>
					<Icon
						name="search"
						className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
					/>
					<input
						ref={field}
						id={id}
						type="search"
						autoComplete="off"
						placeholder="Search analyzed videos..."
						value={search.text}
						onChange={(event) => search.type(event.target.value)}
						onFocus={search.reopen}
						className="h-11 w-full rounded-md border border-line bg-raised pr-3 pl-10 text-sm placeholder:text-muted hover:border-rule [&::-webkit-search-cancel-button]:hidden"
					/>
				</form>
			</search>
			{open && (
				<SearchPanel
					results={search.results}
					problem={search.problem?.message}
					locked={locked}
					onClose={() => {
						backToField();
						close();
					}}
					onChoose={(path, event) => {
						close();
						onChoose(path, event);
					}}
				/>
			)}
		</div>
	);
}
