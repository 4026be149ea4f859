import { memo, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import type { Statement } from "#contract/statement.ts";
import { transcriptAnchor } from "#web/paths.ts";
import { BandIcon } from "#web/ui/band-badge.tsx";
import { BAND_CLASSES } from "#web/ui/bands.ts";
import { TimeLink } from "../player/time-link.tsx";
import { cutParagraph, type Match, type Piece } from "./cut-paragraph.ts";
import type { Paragraph } from "./group-cues.ts";
import type { Placed } from "./place-statements.ts";

const NONE: never[] = [];

/** Half a minute of speech; its statements are links to their ratings. */
export const TranscriptParagraph = memo(function TranscriptParagraph({
	paragraph,
	placed = NONE,
	matches = NONE,
	current,
	videoId,
	watchable,
}: {
	paragraph: Paragraph;
	placed: readonly Placed[] | undefined;
	matches: readonly Match[] | undefined;
	/** The number of the current match, if it is in this paragraph. */
	current: number | null;
	videoId: string;
	watchable: boolean;
}) {
	return (
		// Content outside the view is laid out when it comes near, so that a long transcript opens
		// at once.
		<li className="flex items-start gap-3 [contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
			{paragraph.start !== null && (
				<span className="w-22 shrink-0 text-right">
					<TimeLink
						videoId={videoId}
						seconds={paragraph.start}
						watchable={watchable}
					/>
				</span>
			)}
			<p className="max-w-[68ch] min-w-0 pt-0.5">
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
			</p>
		</li>
	);
});

function StatementLink({
	statement,
	labelled,
	children,
}: {
	statement: Statement;
	/** The statement begins here, so its verdict is shown here. */
	labelled: boolean;
	children: ReactNode;
}) {
	const band = bandFor(statement.ai_score);
	const simulated = statement.ratings.some((r) => r.status === "simulated");
	const anchor = statementAnchor(statement.id);
	const { text, border } = BAND_CLASSES[band];
	return (
		<Link
			to={{ hash: anchor }}
			{...(labelled ? { id: transcriptAnchor(statement.id) } : {})}
			className={`scroll-my-12 border-b-2 bg-sunken no-underline hover:bg-line ${border} ${simulated ? "border-dashed" : ""}`}
		>
			{labelled && (
				<span
					className={`mr-1.5 text-sm font-semibold whitespace-nowrap ${text}`}
				>
					<BandIcon
						band={band}
						simulated={simulated}
						className="mr-1 size-4 align-[-0.15em]"
					/>
					{BAND_WORDS[band].statement}
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
