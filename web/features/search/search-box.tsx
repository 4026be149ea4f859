import {
	type MouseEvent,
	type RefObject,
	Suspense,
	useEffect,
	useId,
	useRef,
	useState,
} from "react";
import useSWR from "swr";
import type { SearchAnswer } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent, missingLayer } from "#web/ui/lazy-part.tsx";
import { useDebounced, useTypedBefore } from "#web/ui/use-typed.ts";

/** The panel is invisible before the first letter. */
const SearchPanel = lazyComponent(
	async () => (await import("./search-panel.tsx")).SearchPanel,
	undefined,
	{ ahead: true, missing: missingLayer },
);

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

	const { type } = search;
	useTypedBefore(field, type);
	const backToField = () => field.current?.focus();
	useOutsideInteraction(box, open, close);
	useArrowKeys(box, () => {
		// Moves the focus to the panel first, then back to the field.
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
				<Suspense fallback={null}>
					<SearchPanel
						text={search.text}
						found={search.found}
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
				</Suspense>
			)}
		</div>
	);
}

/** Typing starts a search from this length on. Enter also searches for shorter texts. */
const MIN_TYPED = 3;

/** The search box's text and its results. */
function useSearch() {
	const [text, setText] = useState("");
	const [submitted, setSubmitted] = useState("");
	const [closed, setClosed] = useState(true);
	const typed = text.trim();
	const settled = useDebounced(typed);
	const wanted =
		submitted === typed && submitted !== ""
			? submitted
			: settled === typed && typed.length >= MIN_TYPED
				? settled
				: "";
	const open = !closed && typed !== "" && (typed.length >= MIN_TYPED || submitted === typed);
	const { data, error } = useSWR<SearchAnswer, ApiProblem>(
		open && wanted !== "" ? keys.search(wanted) : null,
		{ revalidateOnFocus: false, shouldRetryOnError: false },
	);
	return {
		text,
		open,
		found: data,
		problem: error,
		type: (next: string) => {
			setText(next);
			setClosed(false);
		},
		submit: () => {
			setSubmitted(typed);
			setClosed(false);
		},
		reopen: () => setClosed(false),
		close: () => setClosed(true),
	};
}

/** Moves the focus between the field and the results with the arrow keys; Escape closes. */
function useArrowKeys(element: RefObject<HTMLElement | null>, onEscape: () => void): void {
	useEffect(() => {
		const box = element.current;
		if (box === null) return;
		function press(event: KeyboardEvent): void {
			if (event.key === "Escape") onEscape();
			if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
			const stops = [...(box?.querySelectorAll<HTMLElement>("input, li a") ?? [])];
			const at = stops.indexOf(document.activeElement as HTMLElement);
			const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
			if (next === undefined) return;
			event.preventDefault();
			next.focus();
		}
		box.addEventListener("keydown", press);
		return () => box.removeEventListener("keydown", press);
	}, [element, onEscape]);
}

/** Calls back when a click or the focus moves outside of the element. */
function useOutsideInteraction(
	element: RefObject<HTMLElement | null>,
	watching: boolean,
	onOutside: () => void,
): void {
	useEffect(() => {
		if (!watching) return;
		function look(event: Event): void {
			if (!element.current?.contains(event.target as Node)) onOutside();
		}
		document.addEventListener("pointerdown", look);
		document.addEventListener("focusin", look);
		return () => {
			document.removeEventListener("pointerdown", look);
			document.removeEventListener("focusin", look);
		};
	}, [element, watching, onOutside]);
}
