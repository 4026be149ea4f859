import { type ReactNode, Suspense } from "react";
import {
	isSaidOtherwise,
	leanGapSentence,
	leanSentence,
	quoteWords,
} from "#contract/evidence-words.ts";
import { plural } from "#contract/format.ts";
import { leadingEvidence } from "#contract/leading-evidence.ts";
import type { Statement } from "#contract/statement.ts";
import type { StatementMark } from "#contract/verdict-words.ts";
import { UNVERIFIED_WORDS } from "#contract/verdicts.ts";
import type { Video } from "#contract/video.ts";
import { ResponseThread } from "#web/features/channels/responses/creator-responses.tsx";
import { VoteButtons } from "#web/features/votes/vote-buttons.tsx";
import { BAND_CLASSES, SimulatedBadge, VerdictIcon } from "#web/ui/badges.tsx";
import { useDates } from "#web/ui/format.ts";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { differenceSentence } from "../summary/report-words.ts";
import { LeadPassage } from "./lead-passage.tsx";
import { FoundMark, LeadQuote } from "./lead-quote.tsx";

const EvidenceDrawer = lazyComponent(
	async () => (await import("./evidence-drawer.tsx")).EvidenceDrawer,
	"evidence-drawer",
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
		<article className="col-span-full flex min-w-0 flex-col gap-1.5 sm:gap-2.5">
			{difference !== null && <p className="text-sm font-semibold">{difference}</p>}
			<div className="grid grid-cols-[1fr_auto] items-start gap-x-3">
				<VerdictLine statement={statement} mark={mark} simulated={simulated} />
				<span className="flex max-w-44 flex-wrap items-center justify-end gap-x-3 gap-y-1 sm:max-w-none">
					{place}
				</span>
			</div>
			<CheckedWords statement={statement} id={ids.text} open={open} />
			{words}
			{gap !== null && <p className="max-w-[68ch] note px-3 py-1.5 text-sm font-semibold">{gap}</p>}
			<div className="flex items-end justify-between gap-x-4">
				<div className="flex min-w-0 flex-col gap-1.5">
					{(!open || leadingEvidence(statement).length > 0) && <Reason statement={statement} />}
					<RestsOn statement={statement} open={open} />
				</div>
				{more}
			</div>
			<div id={ids.details} hidden={!open} className="flex flex-col gap-4 pb-1">
				<VoteButtons statement={statement} />
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
		<p className="flex min-h-8 flex-wrap items-center gap-x-3">
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
	id,
	open,
}: {
	statement: Statement;
	id: string;
	open: boolean;
}) {
	const said = quoteWords(statement.quote || statement.content);
	if (!isSaidOtherwise(statement)) {
		return (
			<blockquote id={id} className="max-w-[68ch] font-serif leading-snug sm:text-lg">
				<p>“{said}”</p>
			</blockquote>
		);
	}
	return (
		<div className="flex max-w-[68ch] flex-col gap-0.5">
			<p id={id} className="font-serif leading-snug sm:text-lg">
				{statement.content}
			</p>
			{!open && (
				<p className="line-clamp-1 text-sm text-muted">
					In the video: <q className="font-serif">{said}</q>
				</p>
			)}
		</div>
	);
}

/** The leading quote for the verdict, or the reason why there is none. */
function Reason({ statement }: { statement: Statement }) {
	const { unverified_reason, explanation, support } = statement;
	const [first, second] = leadingEvidence(statement);
	if (first !== undefined) {
		return (
			<div className="flex max-w-[68ch] flex-col gap-1.5 border-l-2 border-rule pl-3 text-sm">
				<LeadQuote piece={first} side={second && "For"} />
				{second && <LeadQuote piece={second} side="Against" />}
			</div>
		);
	}
	if (unverified_reason === "no_rater") return <LeadPassage statement={statement} />;
	// What a second reading found of the quotes matters more than what models remember.
	const lean = support === null ? leanSentence(statement) : null;
	return (
		<div className="max-w-[68ch] text-sm">
			{lean !== null && <p className="font-semibold">{lean}</p>}
			<p className={`line-clamp-2 ${lean === null ? "" : "max-sm:hidden"}`}>
				{unverified_reason === null ? explanation : UNVERIFIED_WORDS[unverified_reason]}
				{unverified_reason === "part_only" &&
					support?.missing_part &&
					` Left open: ${support.missing_part}`}
			</p>
		</div>
	);
}

/**
 * For example "found on the page · 3 independent sources, newest May 2, 2024 · 80% confidence".
 * In a closed card on a phone, only screen readers get it.
 */
function RestsOn({ statement, open }: { statement: Statement; open: boolean }) {
	const { basis, independent_sources, evidence, confidence_level } = statement;
	const { day } = useDates();
	const [lead] = leadingEvidence(statement);
	// Without a model there is no score that it could be part of.
	if (statement.unverified_reason === "no_rater") return null;
	if (basis === "memory" || lead === undefined) {
		return (
			<p className={`text-sm text-muted ${open ? "" : "max-sm:sr-only"}`}>Not part of the score</p>
		);
	}
	const newest = evidence
		.flatMap(({ published_at }) => published_at ?? [])
		.sort()
		.at(-1);
	return (
		<p className={`flex flex-wrap gap-x-1 text-sm text-muted ${open ? "" : "max-sm:sr-only"}`}>
			<span className="flex gap-1">
				<FoundMark state={lead.state} /> ·
			</span>
			<span>
				{plural(independent_sources, "independent source")}
				{newest !== undefined && `, newest ${day(newest)}`} · {confidence_level}% confidence
			</span>
		</p>
	);
}
