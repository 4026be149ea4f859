import { memo, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { statementAnchor } from "#contract/addresses.ts";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { isInAverage, isSaidOtherwise, quoteWords } from "#contract/evidence-words.ts";
import { inQuotes } from "#contract/format.ts";
import { raterName } from "#contract/providers.ts";
import { hasScore, isCounted, ON_REQUEST_WORDS, type Scored } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Video } from "#contract/video.ts";
import { ResponseThread } from "#web/features/channels/responses/creator-responses.tsx";
import {
	currentResponse,
	responsesTo,
	useResponseContext,
} from "#web/features/channels/responses/use-responses.ts";
import { VoteButtons } from "#web/features/votes/vote-buttons.tsx";
import { BAND_CLASSES, BandIcon, PromptInjectionMark, SimulatedBadge } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { drawAhead } from "#web/ui/load-ahead.ts";
import { ScoreScale } from "#web/ui/score-bar.tsx";
import { CheckedStatement, SpokenVerdict } from "../evidence/checked-statement.tsx";
import { hasSpeechAround, SpeakerName, SpokenWords } from "../evidence/spoken-words.tsx";
import { TimeLink } from "../player/time-link.tsx";
import { consensusSentence, isDisputed } from "../summary/report-words.ts";
import { StatementDetails } from "./statement-details.tsx";
import { scrollIntoViewStable } from "./use-statement-target.ts";

type CardProps = {
	statement: Statement;
	video: Video;
	/** Whether the video plays or is paused at this statement. */
	playback: "playing" | "paused" | null;
	/** Set when a link leads to this statement; each visit has a new value. */
	target_key: string | null;
};

/** One statement: what was said, how it was rated, and why. */
export const StatementCard = memo(function StatementCard({
	statement,
	video,
	playback,
	target_key,
}: CardProps) {
	const [open, setOpen] = useState(false);
	const card = useRef<HTMLLIElement>(null);
	const details = useId();
	const ids = { text: `${details}quote`, words: `${details}words`, details };
	const [in_context, setInContext] = useState(false);
	const simulated = statement.ratings.some((r) => r.status === "simulated");
	const mark = statementMark(statement);
	const { all } = useResponseContext();
	const answered = currentResponse(responsesTo(all, statement.id)) !== null;

	useEffect(() => {
		if (target_key === null) return;
		setOpen(true);
		card.current?.focus({ preventScroll: true });
		// The browser looked for the fragment before the report was rendered.
		return scrollIntoViewStable(card.current);
	}, [target_key]);

	useEffect(() => drawAhead(card.current), []);

	const about = firstWords(quoteWords(statement.quote || statement.content));
	const parts = {
		statement,
		simulated,
		open,
		ids,
		place: (
			<>
				<TimeLink seconds={statement.timestamp} source={statement.timestamp_source} />
				<SpeakerName statement={statement} />
				{playback !== null && <PlaybackMark playback={playback} />}
				{statement.aimed_at_raters && <PromptInjectionMark />}
				{!open && answered && <span className="text-sm font-semibold">Channel responded</span>}
			</>
		),
		words: (
			<>
				{!isCounted(statement) && <p className="text-sm text-muted">{ON_REQUEST_WORDS}</p>}
				<div id={ids.words} hidden={open || !in_context} className="bg-sunken px-3 py-2">
					{!open && in_context && <SpokenWords statement={statement} />}
				</div>
			</>
		),
		more: (
			<span className="flex shrink-0 items-center gap-x-4 max-sm:float-right max-sm:-mb-1 max-sm:ml-3 sm:gap-x-5">
				{!open && hasSpeechAround(statement) && (
					<Fold
						name="In context"
						about={about}
						of={ids.words}
						open={in_context}
						onPress={setInContext}
					/>
				)}
				<Fold
					name={open ? "Less" : "More"}
					about={about}
					of={details}
					open={open}
					onPress={setOpen}
				/>
			</span>
		),
	};
	return (
		<li
			ref={card}
			id={statementAnchor(statement.id)}
			tabIndex={-1}
			data-statement=""
			aria-labelledby={parts.ids.text}
			aria-current={playback === null ? undefined : "true"}
			className={`appear relative grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-t border-line py-2 sm:grid-cols-[6.5rem_1fr] sm:gap-x-6 sm:gap-y-2 sm:py-5 ${target_key === null ? "" : "-mx-3 bg-sunken px-3"}`}
		>
			{mark.key === mark.band && hasScore(statement) ? (
				<RatedStatement {...parts} statement={statement} playback={playback} />
			) : (
				<CheckedStatement {...parts} video={video} mark={mark} />
			)}
		</li>
	);
});

/** About as many characters as a screen reader says in three seconds. */
const FIRST_CHARS = 50;

/** The text, cut after a word. */
function firstWords(text: string): string {
	const start = [...text].slice(0, FIRST_CHARS).join("");
	return start === text ? text : `${start.slice(0, start.lastIndexOf(" ")).trimEnd()}…`;
}

/** A button that unfolds a part of the card. */
function Fold({
	name,
	about,
	of,
	open,
	onPress,
}: {
	name: string;
	/** The statement in short, because a page has this button many times. */
	about: string;
	/** The part's id. */
	of: string;
	open: boolean;
	onPress: (open: boolean) => void;
}) {
	return (
		<button
			type="button"
			aria-label={`${name} about “${about}”`}
			aria-expanded={open}
			aria-controls={of}
			data-press={name === "In context" ? "context" : "more"}
			onClick={() => onPress(!open)}
			className={`inline-flex items-center gap-1 text-sm link ${name === "In context" ? "min-h-6 sm:min-h-9" : "min-h-6 font-semibold sm:min-h-9"}`}
		>
			{name}
			<Icon name="chevron" className={open ? "rotate-180" : ""} />
		</button>
	);
}

/** A statement of a run without sources: its score, the quote, and the reason. */
function RatedStatement({
	statement,
	simulated,
	playback,
	place,
	open,
	ids,
	words,
	more,
}: {
	statement: Scored<Statement>;
	simulated: boolean;
	playback: "playing" | "paused" | null;
	place: ReactNode;
	open: boolean;
	ids: { text: string; details: string };
	words: ReactNode;
	more: ReactNode;
}) {
	return (
		<>
			<StatementScore statement={statement} simulated={simulated} />
			<div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 sm:justify-start">
				{place}
			</div>
			<article className="col-span-full flex min-w-0 flex-col gap-1.5 sm:col-span-1 sm:col-start-2 sm:gap-2.5">
				<ForeignText
					as="blockquote"
					spoken
					id={ids.text}
					className={`max-w-[68ch] font-serif leading-snug sm:text-lg ${playback === null ? "" : "border-s-4 border-ink ps-3"}`}
				>
					<h3 className="text-pretty">
						<SpokenVerdict>{BAND_WORDS[bandFor(statement.ai_score)].statement}</SpokenVerdict>
						{inQuotes(quoteWords(statement.quote || statement.content))}
					</h3>
				</ForeignText>
				{words}
				{!open && isSaidOtherwise(statement) && (
					<p className="flex max-w-[68ch] text-sm text-muted">
						<span className="shrink-0 whitespace-pre">Checked as: </span>
						{/* Cut in its own direction: at its end, not at its beginning. */}
						<ForeignText spoken className="truncate">
							{statement.content}
						</ForeignText>
					</p>
				)}
				{!open && isDisputed(statement) && <ConsensusLine statement={statement} />}
				<div className="flow-root sm:flex sm:flex-row-reverse sm:items-center sm:justify-between sm:gap-x-4">
					{more}
					{open ? (
						<ConsensusLine statement={statement} />
					) : (
						<ForeignText as="p" spoken className="line-clamp-2 max-w-[68ch] text-sm">
							{statement.explanation}
						</ForeignText>
					)}
				</div>
				<div id={ids.details} hidden={!open} className="flex flex-col gap-4 pb-1">
					<div className="w-full max-w-60 px-1">
						<ScoreScale
							score={statement.ai_score}
							simulated={simulated}
							ticks={statement.ratings
								.filter((rating) => isInAverage(statement, rating))
								.filter(({ status }) => status !== "failed")
								.map(({ provider, score }) => ({ name: raterName(provider, simulated), score }))}
						/>
					</div>
					<VoteButtons statement={statement} />
					<ResponseThread statementId={statement.id} />
					{open && <StatementDetails statement={statement} />}
				</div>
			</article>
		</>
	);
}

/** A statement's score as number, word and icon, and its confidence. */
function StatementScore(props: { statement: Scored<Statement>; simulated: boolean }) {
	const { ai_score, confidence_level } = props.statement;
	const band = bandFor(ai_score);
	return (
		<div
			className={`flex flex-wrap items-baseline gap-x-2.5 sm:row-span-2 sm:flex-col sm:gap-0 ${BAND_CLASSES[band].text}`}
		>
			<p className="text-2xl leading-none font-semibold sm:text-3xl">
				<span className="sr-only">BS Score </span>
				{ai_score}
			</p>
			<p className="flex items-center gap-1.5 font-semibold sm:mt-1.5 sm:text-sm">
				<BandIcon band={band} simulated={props.simulated} />
				{BAND_WORDS[band].statement}
			</p>
			<p className="text-sm text-muted sm:mt-1 sm:text-xs">{confidence_level}% confidence</p>
			{props.simulated && <SimulatedBadge className="sm:mt-1" />}
		</div>
	);
}

/** Says in words that the video is at this statement, in addition to the card's line. */
function PlaybackMark({ playback }: { playback: "playing" | "paused" }) {
	return (
		<span className="inline-flex items-center gap-1.5 rounded-sm bg-ink px-2 text-xs leading-6 font-semibold text-ground">
			<Icon name={playback === "playing" ? "play" : "clock"} />
			{playback === "playing" ? "Playing now" : "The video is here"}
		</span>
	);
}

/** The models' scores on one statement; disagreement is emphasised. */
function ConsensusLine({ statement }: { statement: Statement }) {
	const disputed = isDisputed(statement);
	return (
		<p className={`grow text-sm ${disputed ? "font-semibold" : "text-muted"}`}>
			{disputed && <Icon name="warning" className="mr-1.5 align-[-0.12em]" />}
			{consensusSentence(statement.ratings)}
		</p>
	);
}
