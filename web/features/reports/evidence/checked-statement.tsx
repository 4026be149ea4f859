import { type ReactNode, Suspense } from "react";
import {
	isSaidOtherwise,
	leanGapSentence,
	leanSentence,
	PAGE_NOTICE_WORDS,
	quoteWords,
	unverifiedSentence,
} from "#contract/evidence-words.ts";
import { formatUtcDate, inQuotes, plural } from "#contract/format.ts";
import { leadingEvidence } from "#contract/leading-evidence.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import type { StatementMark } from "#contract/verdict-words.ts";
import type { SourceId } from "#contract/verdicts.ts";
import type { Video } from "#contract/video.ts";
import { ResponseThread } from "#web/features/channels/responses/creator-responses.tsx";
import { VoteButtons } from "#web/features/votes/vote-buttons.tsx";
import { BAND_CLASSES, SimulatedBadge, VerdictIcon } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { differenceSentence } from "../summary/report-words.ts";
import { FoundMark, LeadQuote } from "./lead-quote.tsx";

const EvidenceDrawer = lazyComponent(
	async () => (await import("./evidence-drawer.tsx")).EvidenceDrawer,
	"evidence-drawer",
	{ ahead: true },
);

const PartShown = lazyComponent(
	async () => (await import("./part-shown.tsx")).PartShown,
	"part-shown",
);

const LeadPassage = lazyComponent(
	async () => (await import("./lead-passage.tsx")).LeadPassage,
	"lead-passage",
);

/** A statement of a run with sources: its verdict, what was checked, and the strongest quote. */
export function CheckedStatement({
	statement,
	video,
	mark,
	simulated,
	place,
	open,
	ids,
	words,
	more,
}: {
	statement: Statement;
	video: Video;
	mark: StatementMark;
	simulated: boolean;
	/** The statement's time in the video. */
	place: ReactNode;
	open: boolean;
	ids: { text: string; details: string };
	/** The speech around the quote, if it is unfolded. */
	words: ReactNode;
	/** The buttons that unfold the speech and open the drawer. */
	more: ReactNode;
}) {
	const gap = leanGapSentence(statement);
	const difference = differenceSentence(statement);
	return (
		<article className="col-span-full flex min-w-0 flex-col gap-1 sm:gap-2.5">
			{difference !== null && <p className="text-sm font-semibold">{difference}</p>}
			<div className="grid grid-cols-[1fr_auto] items-start gap-x-3">
				<VerdictLine statement={statement} mark={mark} simulated={simulated} />
				<span className="flex max-w-44 flex-wrap items-center justify-end gap-x-3 gap-y-1 sm:max-w-none">
					{place}
				</span>
			</div>
			<CheckedWords statement={statement} verdict={mark.words} id={ids.text} open={open} />
			{words}
			{gap !== null && <p className="max-w-[68ch] note px-3 py-1.5 text-sm font-semibold">{gap}</p>}
			{/* On a phone the text flows around the buttons, so that it has the card's width. */}
			<div className="flow-root sm:flex sm:flex-row-reverse sm:items-end sm:justify-between sm:gap-x-4">
				{more}
				<div className="flex-col gap-1.5 sm:flex sm:min-w-0">
					{(!open || leadingEvidence(statement).length > 0) && (
						<Reason statement={statement} sources={video.evidence_sources} open={open} />
					)}
					<RestsOn statement={statement} scope={video.scope} open={open} />
				</div>
			</div>
			<div id={ids.details} hidden={!open} className="flex flex-col gap-4 pb-1">
				{/* Without a rating, the drawer asks for a source instead. */}
				{hasScore(statement) && <VoteButtons statement={statement} />}
				<ResponseThread statementId={statement.id} />
				{open && (
					<Suspense fallback={<Skeleton className="h-48" />}>
						<EvidenceDrawer statement={statement} video={video} />
					</Suspense>
				)}
			</div>
		</article>
	);
}

/** The verdict with its icon and the score in small print. Without a verdict, the reason. */
function VerdictLine({
	statement,
	mark,
	simulated,
}: {
	statement: Statement;
	mark: StatementMark;
	simulated: boolean;
}) {
	const { band, words } = mark;
	if (band === null) {
		return (
			<p className="inline-flex w-fit items-center gap-2 rounded-sm border border-dotted border-rule px-2 py-0.5 leading-snug font-semibold text-muted">
				<VerdictIcon mark={mark} className="size-5" />
				{words}
			</p>
		);
	}
	return (
		<p className="flex flex-wrap sm:min-h-8 items-center gap-x-3">
			<strong
				className={`inline-flex items-center gap-2 text-lg leading-tight font-semibold ${BAND_CLASSES[band].text}`}
			>
				<VerdictIcon mark={mark} simulated={simulated} className="size-6" />
				{words}
			</strong>
			{/* On a narrow screen they wrap together. */}
			<span className="inline-flex items-center gap-x-3">
				<span className="text-sm text-muted">
					<span className="sr-only">BS Score </span>
					{statement.ai_score} of 100
				</span>
				{simulated && <SimulatedBadge />}
			</span>
		</p>
	);
}

/** The checked sentence, and the speaker's words if they differ. */
function CheckedWords({
	statement,
	verdict,
	id,
	open,
}: {
	statement: Statement;
	verdict: string;
	id: string;
	open: boolean;
}) {
	const said = quoteWords(statement.quote || statement.content);
	if (!isSaidOtherwise(statement)) {
		return (
			<ForeignText
				as="blockquote"
				spoken
				id={id}
				className="max-w-[68ch] font-serif leading-snug sm:text-lg"
			>
				<h3 className="text-pretty">
					<SpokenVerdict>{verdict}</SpokenVerdict>
					{inQuotes(said)}
				</h3>
			</ForeignText>
		);
	}
	return (
		<div className="flex max-w-[68ch] flex-col gap-0.5">
			<ForeignText
				as="h3"
				spoken
				id={id}
				className="font-serif leading-snug text-pretty sm:text-lg"
			>
				<SpokenVerdict>{verdict}</SpokenVerdict>
				{statement.content}
			</ForeignText>
			{!open && (
				<p className="flex text-sm text-muted">
					<span className="shrink-0 whitespace-pre">In the video: </span>
					{/* Cut in its own direction: at its end, not at its beginning. */}
					<ForeignText as="q" spoken className="truncate font-serif">
						{said}
					</ForeignText>
				</p>
			)}
		</div>
	);
}

/**
 * The verdict as the beginning of a card's heading, for who jumps from heading to heading: a
 * sentence alone reads as true. On the screen the verdict stands above it.
 */
export function SpokenVerdict({ children }: { children: string }) {
	return (
		// With a direction of its own, it does not decide that of the sentence.
		<span lang="en" dir="ltr" className="sr-only">
			{children}:{" "}
		</span>
	);
}

/** The leading quote for the verdict, or the reason why there is none. */
export function Reason({
	statement,
	sources,
	open,
}: {
	statement: Statement;
	/** The sources that the run asked. */
	sources: readonly SourceId[];
	open: boolean;
}) {
	const { content } = statement;
	const { unverified_reason, explanation, support } = statement;
	const [first, second] = leadingEvidence(statement);
	if (first !== undefined) {
		return (
			<div className="max-w-[82ch] space-y-1 border-l-2 border-rule pl-3">
				<LeadQuote piece={first} statement={content} side={second && "For"} open={open} />
				{second && <LeadQuote piece={second} statement={content} side="Against" open={open} />}
			</div>
		);
	}
	if (unverified_reason === "no_rater")
		return (
			<Suspense fallback={null}>
				<LeadPassage statement={statement} />
			</Suspense>
		);
	// What a second reading found of the quotes matters more than what models remember.
	const lean = support === null ? leanSentence(statement) : null;
	if (unverified_reason === "part_only" && support?.missing_part)
		return (
			<Suspense fallback={null}>
				<PartShown statement={statement} missing={support.missing_part} open={open} />
			</Suspense>
		);
	return (
		<div className="max-w-[68ch] text-sm">
			{lean !== null && <p className="font-semibold">{lean}</p>}
			<p className={`line-clamp-2 ${lean === null ? "" : "max-sm:hidden"}`}>
				{unverified_reason === null ? (
					<ForeignText spoken className="block">
						{explanation}
					</ForeignText>
				) : (
					unverifiedSentence(unverified_reason, sources)
				)}
			</p>
		</div>
	);
}

/**
 * For example "found on the page · 3 independent sources, newest May 2, 2024 · 80% confidence".
 * In a closed card on a phone, only screen readers get it.
 */
function RestsOn({
	statement,
	scope,
	open,
}: {
	statement: Statement;
	scope: Video["scope"];
	open: boolean;
}) {
	const { basis, independent_sources, evidence, confidence_level } = statement;
	const [lead] = leadingEvidence(statement);
	// Without a model there is no score that it could be part of.
	if (statement.unverified_reason === "no_rater") return null;
	if (basis === "memory" || lead === undefined) {
		return scope === "moments" || statement.on_request ? null : (
			<p className={`text-sm text-muted ${open ? "" : "max-sm:sr-only"}`}>Not part of the score</p>
		);
	}
	const newest = evidence
		.flatMap(({ published_at }) => published_at ?? [])
		.sort()
		.at(-1);
	return (
		<p className={`facts text-sm text-muted ${open ? "" : "max-sm:sr-only"}`}>
			<span>
				<FoundMark piece={lead} />{" "}
			</span>
			<span>
				{lead.notice !== null && `· ${PAGE_NOTICE_WORDS[lead.notice]} `}·{" "}
				{plural(independent_sources, "independent source")}
				{newest !== undefined && `, newest ${formatUtcDate(newest)}`}{" "}
			</span>
			<span>· {confidence_level}% confidence</span>
		</p>
	);
}
