import { useEffect, useMemo, useRef } from "react";
import type { Statement } from "#contract/statement.ts";
import type { TranscriptAnswer, Video } from "#contract/video.ts";
import { byParagraph } from "./cut-paragraph.ts";
import { transcriptParagraphs } from "./group-cues.ts";
import { placeStatements } from "./place-statements.ts";
import { TranscriptParagraph } from "./transcript-paragraph.tsx";
import {
	TranscriptSearchBar,
	useTranscriptSearch,
} from "./transcript-search.tsx";

/** Safari scrolls a box by keyboard only if it takes the focus. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

/** The transcript in a scrolling box, with search and with its statements marked. */
export function TranscriptBody({
	answer,
	video,
	statements,
	watchable,
	target,
}: {
	answer: TranscriptAnswer;
	video: Video;
	statements: readonly Statement[];
	watchable: boolean;
	/** The element that the address names; another object each time. */
	target: { id: string } | null;
}) {
	const box = useRef<HTMLElement>(null);
	const text = useMemo(() => transcriptParagraphs(answer), [answer]);
	const placed = useMemo(
		() => byParagraph(text.paragraphs, placeStatements(text, statements)),
		[text, statements],
	);
	const search = useTranscriptSearch(text);
	const { current, inParagraph, matches } = search;

	useEffect(() => {
		if (current === null || matches.length === 0) return;
		scrollWithin(box.current, () =>
			box.current?.querySelector("mark[data-current]"),
		);
	}, [current, matches]);

	useEffect(() => {
		if (target === null) return;
		const found = document.getElementById(target.id);
		box.current?.scrollIntoView({ block: "nearest" });
		scrollWithin(box.current, () => found);
		(found ?? box.current)?.focus({ preventScroll: true });
	}, [target]);

	return (
		<>
			<TranscriptSearchBar search={search} />
			<section
				ref={box}
				aria-label="Transcript text"
				{...SCROLLS_BY_KEY}
				lang={answer.language ?? undefined}
				dir="auto"
				className="relative max-h-96 overflow-y-auto border border-line bg-raised p-4"
			>
				<ol className="flex flex-col gap-3">
					{text.paragraphs.map((paragraph, place) => {
						const found = inParagraph.get(place);
						const holds = found?.some(({ number }) => number === current);
						return (
							<TranscriptParagraph
								key={paragraph.from}
								paragraph={paragraph}
								placed={placed.get(place)}
								matches={found}
								current={holds ? current : null}
								videoId={video.id}
								watchable={watchable}
							/>
						);
					})}
				</ol>
			</section>
		</>
	);
}

/**
 * Scrolls a box, and not the page around it, until an element is in its middle. Content outside the
 * view has an estimated height until it is rendered, so the position is measured again afterwards.
 */
function scrollWithin(
	box: HTMLElement | null,
	find: () => Element | null | undefined,
): void {
	const scroll = () => {
		const element = find();
		if (!box || !element) return;
		const { top, height } = element.getBoundingClientRect();
		const frame = box.getBoundingClientRect();
		box.scrollTop += top - frame.top - (frame.height - height) / 2;
	};
	scroll();
	requestAnimationFrame(() => requestAnimationFrame(scroll));
}
