import { useEffect, useMemo, useRef } from "react";
import type { Statement } from "#contract/statement.ts";
import type { TranscriptAnswer, Video } from "#contract/video.ts";
import { byParagraph } from "./cut-paragraph.ts";
import { placeStatements } from "./place-statements.ts";
import { scrollWithin } from "./scroll-within.ts";
import { TranscriptParagraph } from "./transcript-paragraph.tsx";
import { transcriptParagraphs } from "./transcript-paragraphs.ts";
import { TranscriptSearchBar } from "./transcript-search-bar.tsx";
import { useTranscriptSearch } from "./use-transcript-search.ts";

/** Safari scrolls a box by keyboard only when it takes the focus. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

/** The transcript in a box of its own: searched, and its statements shown in place. */
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
	/** The element that the address asks for; another object each time it does. */
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
