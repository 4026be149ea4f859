import {
	type KeyboardEvent,
	memo,
	type ReactNode,
	useDeferredValue,
	useEffect,
	useId,
	useMemo,
	useRef,
	useState,
} from "react";
import { Link } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import { captionsReaderWords } from "#contract/browser-captions.ts";
import { formatNumber, plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { TranscriptAnswer, TranscriptSource, Video } from "#contract/video.ts";
import { transcriptAnchor } from "#web/paths.ts";
import { BAND_CLASSES, VerdictIcon } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { TimeLink } from "../player/time-link.tsx";
import { SelectedWords, useSelectedWords } from "./selected-words.tsx";
import {
	byParagraph,
	cutParagraph,
	findInText,
	MAX_MATCHES,
	type Match,
	type Paragraph,
	type Piece,
	type Placed,
	placeStatements,
	type TranscriptText,
	transcriptParagraphs,
} from "./transcript-text.ts";

const ORIGINS: Record<TranscriptSource, string> = {
	captions: "Auto-extracted from the video's captions.",
	ai_transcription:
		"Auto-extracted: an AI model transcribed the video's audio. Expect misheard words and names.",
	member: "Supplied by a member and not compared with the video.",
	sample: "Written for this demonstration. Nobody ever said it.",
};

function originWords({ transcript_source, captions_read_by }: Video) {
	if (captions_read_by)
		return `${captionsReaderWords(captions_read_by)}, and not compared with the video.`;
	return transcript_source && ORIGINS[transcript_source];
}

/** In Safari a box must be focusable to be scrolled by keyboard. */
const SCROLLS_BY_KEY = { tabIndex: 0 };

/** The transcript in a scrolling box, with a search and highlighted statements. */
export function TranscriptBody({
	answer,
	video,
	statements,
	target,
}: {
	answer: TranscriptAnswer;
	video: Video;
	statements: readonly Statement[];
	/** The element in the address; a new object for every navigation. */
	target: { id: string } | null;
}) {
	const box = useRef<HTMLElement>(null);
	const hint_id = useId();
	const selection = useSelectedWords(box);
	const text = useMemo(() => transcriptParagraphs(answer), [answer]);
	const placed = useMemo(
		() => byParagraph(text.paragraphs, placeStatements(text, statements)),
		[text, statements],
	);
	const search = useTranscriptSearch(text);
	const { current, inParagraph, matches } = search;

	useEffect(() => {
		if (current === null || matches.length === 0) return;
		scrollInside(box.current, () => box.current?.querySelector("mark[data-current]"));
	}, [current, matches]);

	useEffect(() => {
		if (target === null) return;
		const found = document.getElementById(target.id);
		box.current?.scrollIntoView({ block: "nearest" });
		scrollInside(box.current, () => found);
		(found ?? box.current)?.focus({ preventScroll: true });
	}, [target]);

	return (
		<>
			<p className="text-sm text-muted">{originWords(video)}</p>
			<TranscriptSearchBar search={search} />
			<SelectedWords video={video} hint_id={hint_id} selection={selection} />
			<section
				ref={box}
				aria-label="Transcript text"
				aria-describedby={hint_id}
				onKeyDown={selection.onKeyDown}
				{...SCROLLS_BY_KEY}
				lang={answer.language ?? undefined}
				className="relative max-h-96 overflow-y-auto border border-line bg-raised p-4"
			>
				<ol className="flex flex-col gap-3">
					{text.paragraphs.map((paragraph, index) => {
						const found = inParagraph.get(index);
						const holds = found?.some(({ number }) => number === current);
						return (
							<TranscriptParagraph
								key={paragraph.from}
								paragraph={paragraph}
								placed={placed.get(index)}
								matches={found}
								current={holds ? current : null}
							/>
						);
					})}
				</ol>
			</section>
		</>
	);
}

/**
 * Scrolls a box, but not the page, until an element is in the box's middle. Content outside the
 * view has an estimated height until it is rendered, so the position is measured again
 * afterwards.
 */
function scrollInside(box: HTMLElement | null, find: () => Element | null | undefined): void {
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

const NONE: never[] = [];

/** Half a minute of speech; its statements are links to their ratings. */
const TranscriptParagraph = memo(function TranscriptParagraph({
	paragraph,
	placed = NONE,
	matches = NONE,
	current,
}: {
	paragraph: Paragraph;
	placed: readonly Placed[] | undefined;
	matches: readonly Match[] | undefined;
	/** The number of the current match, if it is in this paragraph. */
	current: number | null;
}) {
	return (
		// Content outside the view is laid out only when it comes near, so that a long transcript
		// opens quickly.
		<li
			data-start={paragraph.start ?? undefined}
			className="flex items-start gap-3 [contain-intrinsic-size:auto_7rem] [content-visibility:auto] print:[content-visibility:visible]"
		>
			{paragraph.start !== null && (
				<span data-unsaid="" className="select-none w-22 shrink-0 text-end">
					<TimeLink seconds={paragraph.start} />
				</span>
			)}
			<ForeignText as="p" data-said="" className="max-w-[68ch] min-w-0 grow pt-0.5">
				{paragraph.speaker !== null && (
					<strong data-unsaid="" className="block select-none text-sm font-semibold wrap-anywhere">
						{paragraph.speaker}
						<span className="sr-only">: </span>
					</strong>
				)}
				{cutParagraph(paragraph, placed, matches).map((run) => {
					const words = run.pieces.map((piece) => (
						<Words key={piece.at} piece={piece} current={current} />
					));
					return run.statement === null ? (
						words
					) : (
						<StatementLink
							key={`${run.at} ${run.statement.id}`}
							statement={run.statement}
							labelled={run.first}
						>
							{words}
						</StatementLink>
					);
				})}
			</ForeignText>
		</li>
	);
});

function StatementLink({
	statement,
	labelled,
	children,
}: {
	statement: Statement;
	/** Whether the statement starts here, so that its verdict is shown here. */
	labelled: boolean;
	children: ReactNode;
}) {
	const mark = statementMark(statement);
	const simulated = statement.ratings.some((r) => r.status === "simulated");
	const anchor = statementAnchor(statement.id);
	const { text, border } =
		mark.band === null
			? { text: "text-muted", border: "border-rule border-dotted" }
			: BAND_CLASSES[mark.band];
	return (
		<Link
			to={{ hash: anchor }}
			{...(labelled ? { id: transcriptAnchor(statement.id) } : {})}
			className={`scroll-my-12 border-b-2 bg-sunken no-underline hover:bg-line ${border} ${simulated ? "border-dashed" : ""}`}
		>
			{labelled && (
				<span
					dir="ltr"
					data-unsaid=""
					className={`select-none me-1.5 text-sm font-semibold whitespace-nowrap ${text}`}
				>
					<VerdictIcon mark={mark} simulated={simulated} className="me-1 size-4 align-[-0.15em]" />
					{mark.words}
					{simulated && <span className="sr-only"> (simulated)</span>}
					<span className="sr-only">: </span>
				</span>
			)}
			{children}
		</Link>
	);
}

function Words({ piece, current }: { piece: Piece; current: number | null }) {
	if (piece.match === null) return piece.text;
	const is_current = piece.match === current;
	return (
		<mark
			data-current={is_current ? "" : undefined}
			className={
				is_current
					? "bg-ink text-ground outline-2 outline-ink"
					: "bg-transparent font-semibold text-inherit underline decoration-2"
			}
		>
			{piece.text}
		</mark>
	);
}

const STEP =
	"grid size-11 shrink-0 place-items-center rounded-md border border-rule bg-raised hover:border-ink disabled:text-muted disabled:hover:border-rule";

/**
 * Searches the transcript: Enter goes to the next match, Shift and Enter to the previous one,
 * Escape clears.
 */
function TranscriptSearchBar({ search }: { search: TranscriptSearch }) {
	const { query, ask, step, matches } = search;
	function onKeyDown(event: KeyboardEvent): void {
		if (event.key === "Enter") {
			event.preventDefault();
			step(event.shiftKey ? -1 : 1);
		}
		if (event.key === "Escape" && query !== "") {
			event.preventDefault();
			ask("");
		}
	}
	return (
		<search className="flex flex-col gap-1">
			<div className="flex gap-2">
				<div className="relative max-w-96 grow">
					<Icon
						name="search"
						className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2"
					/>
					<input
						type="search"
						aria-label="Search the transcript"
						placeholder="Search..."
						value={query}
						onChange={(event) => ask(event.target.value)}
						onKeyDown={onKeyDown}
						className="h-11 w-full rounded-md border border-rule bg-raised pr-3 pl-9 placeholder:text-muted"
					/>
				</div>
				<button
					type="button"
					aria-label="Previous match"
					disabled={matches.length === 0}
					onClick={() => step(-1)}
					className={STEP}
				>
					<Icon name="chevron" className="rotate-180" />
				</button>
				<button
					type="button"
					aria-label="Next match"
					disabled={matches.length === 0}
					onClick={() => step(1)}
					className={STEP}
				>
					<Icon name="chevron" />
				</button>
			</div>
			<p role="status" className="min-h-5 text-sm text-muted">
				{countWords(search)}
			</p>
		</search>
	);
}

function countWords(search: TranscriptSearch): string {
	const { query, matches, current, capped } = search;
	if (query.trim() === "") return "";
	if (current === null) return "No match in this transcript";
	const all = plural(matches.length, "match", "matches");
	return `${formatNumber(current + 1)} of ${capped ? `more than ${all}` : all}`;
}

type TranscriptSearch = {
	query: string;
	ask: (query: string) => void;
	/** In the text's order. */
	matches: Match[];
	/** By the paragraph's index. */
	inParagraph: Map<number, Match[]>;
	/** The number of the current match; null if there is none. */
	current: number | null;
	step: (by: 1 | -1) => void;
	/** Whether there are more matches than are highlighted. */
	capped: boolean;
};

/** Finds words in a transcript and steps through the matches cyclically. */
function useTranscriptSearch(text: TranscriptText): TranscriptSearch {
	const [query, setQuery] = useState("");
	const [at, setAt] = useState(0);
	// Typing has priority; a long transcript is searched when the browser is idle.
	const asked = useDeferredValue(query);
	const matches = useMemo(
		() => findInText(text.whole, asked).map((range, number) => ({ ...range, number })),
		[text, asked],
	);
	const inParagraph = useMemo(() => byParagraph(text.paragraphs, matches), [text, matches]);
	const count = matches.length;
	return {
		query,
		ask: (next) => {
			setQuery(next);
			setAt(0);
		},
		matches,
		inParagraph,
		current: count === 0 ? null : Math.min(at, count - 1),
		step: (by) => count > 0 && setAt((at + by + count) % count),
		capped: count === MAX_MATCHES,
	};
}
