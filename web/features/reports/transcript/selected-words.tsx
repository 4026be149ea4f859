import {
	type KeyboardEvent,
	type RefObject,
	Suspense,
	useEffect,
	useEffectEvent,
	useRef,
	useState,
} from "react";
import { MAX_QUOTE_CHARS } from "#contract/limits.ts";
import type { Video } from "#contract/video.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { MomentCard } from "../moments/lazy-card.tsx";

/** Words of the transcript, and the time of their paragraph in seconds if it has one. */
type Words = { quote: string; at?: number };

/**
 * A touch on the button may end the selection before the press arrives, so the words stay for a
 * moment.
 */
const ENDS_AFTER_MS = 400;

/** The words that are selected in the box, and what keys do in it. */
export function useSelectedWords(box: RefObject<HTMLElement | null>) {
	const [words, setWords] = useState<Words | null>(null);
	const [asked, setAsked] = useState<Words | null>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

	const read = useEffectEvent(() => {
		clearTimeout(timer.current);
		const range = selectedRange(box.current);
		const quote = range === null ? "" : saidIn(range);
		if (range === null || quote === "")
			timer.current = setTimeout(() => setWords(null), ENDS_AFTER_MS);
		else setWords({ quote, ...timeOf(range) });
	});
	useEffect(() => {
		const listen = () => read();
		document.addEventListener("selectionchange", listen);
		return () => {
			document.removeEventListener("selectionchange", listen);
			clearTimeout(timer.current);
		};
	}, []);

	const check = () => words && words.quote.length <= MAX_QUOTE_CHARS && setAsked(words);
	function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
		const { key, target, currentTarget, shiftKey, altKey, ctrlKey, metaKey } = event;
		// The links in the box have keys of their own.
		if (target !== currentTarget || altKey || ctrlKey || metaKey) return;
		if (key === "Enter" && words !== null) check();
		else if (key === "ArrowRight" || key === "ArrowLeft")
			selectWord(currentTarget, key === "ArrowRight" ? "forward" : "backward", shiftKey);
		else return;
		event.preventDefault();
	}
	return { words, asked, check, onKeyDown, close: () => setAsked(null) };
}

/** Offers to check the selected words, and shows their check above the text. */
export function SelectedWords({
	video,
	hint_id,
	selection: { words, asked, check, close },
}: {
	video: Video;
	/** The id of the sentence that explains the keys. */
	hint_id: string;
	selection: ReturnType<typeof useSelectedWords>;
}) {
	const too_long = words !== null && words.quote.length > MAX_QUOTE_CHARS;
	return (
		<>
			<div className="sticky top-(--header) z-10 flex min-h-14 flex-wrap items-center justify-between gap-x-4 bg-ground py-1 text-sm">
				<p id={hint_id} className={words === null || too_long ? "text-muted" : "sr-only"}>
					{too_long
						? `Select at most ${MAX_QUOTE_CHARS} characters to have them checked.`
						: "Select words to have them checked. By keyboard: arrow keys select a word, with Shift more, and Enter checks them."}
				</p>
				{words !== null && !too_long && (
					<>
						<ForeignText as="q" spoken className="line-clamp-1 min-w-0 flex-1 basis-40 font-serif">
							{words.quote}
						</ForeignText>
						<Button
							// Keeps the selection.
							onPointerDown={(event) => event.preventDefault()}
							onClick={check}
						>
							Check these words
						</Button>
					</>
				)}
			</div>
			{asked !== null && (
				<Suspense fallback={null}>
					<MomentCard key={asked.quote} video={video} asked={asked} onClose={close} />
				</Suspense>
			)}
		</>
	);
}

/** The selection if it is in the box, with whole words at its ends. */
function selectedRange(box: HTMLElement | null): Range | null {
	const selection = document.getSelection();
	if (box === null || selection === null || selection.isCollapsed) return null;
	const range = selection.getRangeAt(0).cloneRange();
	if (!box.contains(range.commonAncestorContainer)) return null;
	// A verdict or a time at an end of the selection was not said.
	const [first, last] = [unsaidAround(range.startContainer), unsaidAround(range.endContainer)];
	if (first) range.setStartAfter(first);
	if (last) range.setEndBefore(last);
	const { startContainer, startOffset, endContainer, endOffset } = range;
	if (startContainer instanceof Text) {
		const before = startContainer.data.slice(0, startOffset).match(WORD_END)?.[0] ?? "";
		range.setStart(startContainer, startOffset - before.length);
	}
	if (endContainer instanceof Text) {
		const after = endContainer.data.slice(endOffset).match(WORD_START)?.[0] ?? "";
		range.setEnd(endContainer, endOffset + after.length);
	}
	return range;
}

function unsaidAround(node: Node): Element | null {
	const element = node instanceof Element ? node : node.parentElement;
	return element?.closest("[data-unsaid]") ?? null;
}

/** A longer run of letters is a text without spaces between its words. */
const WORD_END = /(?<![\p{L}\p{N}])[\p{L}\p{N}]{1,30}$/u;
const WORD_START = /^[\p{L}\p{N}]{1,30}(?![\p{L}\p{N}])/u;

/** The words in the range, without times and verdicts. */
function saidIn(range: Range): string {
	const copy = range.cloneContents();
	for (const element of copy.querySelectorAll("[data-unsaid]")) element.remove();
	for (const paragraph of copy.querySelectorAll("li")) paragraph.append(" ");
	return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
}

function timeOf({ startContainer }: Range): { at?: number } {
	const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
	const start = element?.closest<HTMLElement>("li[data-start]")?.dataset.start;
	return start === undefined ? {} : { at: Number(start) };
}

/** Selects the next word, or extends the selection by it; the first one in view if there is none. */
function selectWord(
	box: HTMLElement,
	direction: "forward" | "backward",
	extends_it: boolean,
): void {
	const selection = document.getSelection();
	if (selection === null) return;
	if (!box.contains(selection.focusNode)) {
		const { top } = box.getBoundingClientRect();
		const paragraphs = [...box.querySelectorAll("[data-said]")];
		const first = paragraphs.find((it) => it.getBoundingClientRect().bottom > top);
		if (first === undefined) return;
		selection.collapse(first, 0);
	} else if (!extends_it && !selection.isCollapsed) {
		if (direction === "forward") selection.collapseToEnd();
		else selection.collapseToStart();
	}
	selection.modify("extend", direction, "word");
	selection.focusNode?.parentElement?.scrollIntoView({ block: "nearest" });
}
