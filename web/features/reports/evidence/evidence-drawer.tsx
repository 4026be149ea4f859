import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { confidenceSentence } from "#contract/confidence.ts";
import type { Evidence } from "#contract/evidence.ts";
import {
	isCounting,
	isInAverage,
	leanSentence,
	leanWord,
	PAGE_KIND_WORDS,
	RATER_VERDICT_WORDS,
	unverifiedSentence,
} from "#contract/evidence-words.ts";
import { formatDate, formatUtcDate, inQuotes, plural } from "#contract/format.ts";
import { raterName } from "#contract/providers.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import { isAfterVideo, type Verdict } from "#contract/verdicts.ts";
import type { Video } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { ScoreScale } from "#web/ui/score-bar.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import {
	ADDRESSES_MODELS,
	MODELS_ARE_WARNED,
	StatementLinks,
} from "../statements/statement-details.tsx";
import { CheckedBefore } from "./checked-before.tsx";
import { FoundPassages } from "./found-passages.tsx";
import { FoundMark } from "./lead-quote.tsx";
import { LookupRecord } from "./lookup-record.tsx";
import { quoteLink } from "./quote-link.ts";
import { SecondReading } from "./second-reading.tsx";
import { WhatWasSaid } from "./spoken-words.tsx";

const DisputeList = lazyComponent(
	async () => (await import("#web/features/disputes/dispute-list.tsx")).DisputeList,
	"dispute-list",
);

const LINK = "inline-flex min-h-8 items-center link";

/** All evidence for a statement's verdict, and the searches that found nothing. */
export function EvidenceDrawer({ statement, video }: { statement: Statement; video: Video }) {
	const rated = hasScore(statement);
	return (
		<div className="flex flex-col gap-7 pt-2">
			{statement.disputes && (
				<Suspense fallback={null}>
					<DisputeList disputes={statement.disputes} />
				</Suspense>
			)}
			{!rated && <KnownSource statement={statement} />}
			<CheckedBefore checks={statement.fact_checks} />
			<SaidAndShown statement={statement} video={video} />
			<Summary statement={statement} video={video} />
			<FoundPassages passages={statement.passages} />
			<Conclusions statement={statement} />
			<LookupRecord statement={statement} />
			<StatementLinks statement={statement} />
		</div>
	);
}

/** Asks for a page about a statement without a verdict. */
function KnownSource({ statement }: { statement: Statement }) {
	const [open, setOpen] = useState(false);
	if (!open)
		return (
			<p className="flex flex-wrap items-center gap-x-4 gap-y-2">
				<strong className="text-sm font-semibold">Do you know a source?</strong>
				<Button className="min-h-9 text-sm" onClick={() => setOpen(true)}>
					Add a page about this
				</Button>
			</p>
		);
	return (
		<Suspense fallback={<Skeleton className="h-32" />}>
			<Objection statement={statement} disagrees={false} disputes />
		</Suspense>
	);
}

const Objection = lazyComponent(
	async () => (await import("#web/features/disputes/objection.tsx")).Objection,
);

/** What was said and what shows it, side by side; the words stay in view beside long evidence. */
function SaidAndShown({ statement, video }: { statement: Statement; video: Video }) {
	const groups = groupEvidence(statement);
	if (groups.length === 0) return <WhatWasSaid statement={statement} />;
	return (
		<div className="grid gap-x-8 gap-y-7 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
			<div className="self-start lg:sticky lg:top-44">
				<WhatWasSaid statement={statement} />
			</div>
			<section className="flex min-w-0 flex-col gap-4">
				<h4 className="flex min-h-8 items-center font-semibold">
					{statement.verdict === "unverified" ? "What was found" : "What shows it"}
				</h4>
				{groups.map(({ side, pieces }) => (
					<section key={side} className="flex flex-col gap-3">
						<h5 className="text-sm font-semibold">
							{SIDES[side]}{" "}
							<span className="font-normal text-muted">{plural(pieces.length, "quote")}</span>
						</h5>
						<ul className="flex flex-col gap-4">
							{pieces.map((piece) => (
								<Clipping
									key={piece.id}
									piece={piece}
									together={clusterWords(piece, statement.evidence)}
									video={video}
								/>
							))}
						</ul>
					</section>
				))}
				<SecondReading statement={statement} />
			</section>
		</div>
	);
}

const SIDES: Record<Side, string> = { against: "Against", for: "For", context: "Context" };

/** The explanation and the confidence in words. */
function Summary({
	statement,
	video: { evidence_sources },
}: {
	statement: Statement;
	video: Video;
}) {
	const { verdict, explanation, unverified_reason, interval, ratings } = statement;
	const { missing_context } = statement;
	const lean = verdict === "unverified" ? leanSentence(statement) : null;
	const measured = confidenceSentence(statement);
	return (
		<div className="flex max-w-[68ch] flex-col gap-2">
			{statement.aimed_at_raters && (
				<p className="text-sm">
					{ADDRESSES_MODELS}
					{ratings.every(({ status }) => status !== "simulated") && MODELS_ARE_WARNED}
				</p>
			)}
			<h4 className="eyebrow">Explanation</h4>
			{verdict === "outdated" && (
				<p>This was true when it was said. Newer sources say otherwise.</p>
			)}
			{unverified_reason === null ? (
				<ForeignText as="p" spoken>
					{explanation}
				</ForeignText>
			) : (
				<p>{unverifiedSentence(unverified_reason, evidence_sources)}</p>
			)}
			{missing_context !== null && (
				<p>
					<strong className="font-semibold">What is missing:</strong>{" "}
					<ForeignText spoken>{missing_context}</ForeignText>
				</p>
			)}
			{lean !== null && <p className="font-semibold">{lean}</p>}
			{interval !== null && (
				<p className="text-sm text-muted">
					BS Score {statement.ai_score}, likely between {interval.low} and {interval.high}.
					{measured !== null && (
						<>
							{" "}
							<Link className="link" to={paths.accuracy()}>
								{measured}
							</Link>
						</>
					)}
				</p>
			)}
		</div>
	);
}

/** One quote with its context, and where it is on the page. */
function Clipping({
	piece,
	together,
	video,
}: {
	piece: Evidence;
	/** Which other pages count as the same source. */
	together: string | null;
	video: Video;
}) {
	const { site, title, kind, published_at, before, quote, after } = piece;
	const open = quoteLink(piece.final_url, quote);
	const copy = piece.archived_url === null ? null : quoteLink(piece.archived_url, quote);
	const notes = [
		...(piece.stance === "repeats"
			? ["Only repeats the claim, so it counts for neither side"]
			: []),
		...(isAfterVideo(published_at, video.published_at) ? ["Published after the video"] : []),
		...(piece.by_member ? ["Added by a member, so it never decides alone"] : []),
		...(piece.kind === "social" ? ["Anyone can publish there, so it never decides alone"] : []),
		...(together === null ? [] : [together]),
		...(piece.cited_by.length === 0 ? [] : [`Cited by ${names(piece, video.simulated)}`]),
		`Opened ${formatDate(piece.fetched_at)}`,
		...reopenedNote(piece),
	];
	return (
		<li className="flex flex-col gap-2.5 border border-line bg-raised p-4">
			<div>
				<p className="flex flex-wrap items-baseline gap-x-2 text-sm">
					<strong className="font-semibold">{site}</strong>
					<span className="text-muted">
						{published_at === null ? "no date found" : formatUtcDate(published_at)}
						{" · "}
						{PAGE_KIND_WORDS[kind]}
					</span>
				</p>
				{title !== "" && (
					<ForeignText as="p" className="text-sm wrap-anywhere text-muted">
						{title}
					</ForeignText>
				)}
			</div>
			<ForeignText
				as="blockquote"
				className="max-w-[68ch] font-serif whitespace-pre-line text-muted"
			>
				{before !== "" && "… "}
				{before}
				<mark className="bg-line px-0.5 text-ink decoration-clone">{quote}</mark>
				{after}
				{after !== "" && "\u00a0…"}
			</ForeignText>
			{piece.review !== null && (
				<p className="text-sm">
					<ForeignText>{piece.review.publisher}</ForeignText> checked{" "}
					<ForeignText>{inQuotes(piece.review.claim)}</ForeignText> and calls it:{" "}
					<ForeignText as="strong" className="font-semibold">
						{piece.review.rating}
					</ForeignText>
				</p>
			)}
			<p className="text-sm">
				<FoundMark piece={piece} />
			</p>
			<p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
				{open !== null && (
					<OutsideLink
						href={open}
						rel="nofollow noopener noreferrer"
						className={buttonClass("secondary", "min-h-9 text-sm")}
					>
						Open at the quote
					</OutsideLink>
				)}
				{copy !== null && (
					<OutsideLink href={copy} rel="nofollow noopener noreferrer" className={LINK}>
						Archived copy
					</OutsideLink>
				)}
			</p>
			<Facts facts={notes} className="text-xs text-muted" />
		</li>
	);
}

/** What the last opening of the page found, with its date. */
function reopenedNote(piece: Evidence): string[] {
	const { reopened_at, reopened_hash, content_hash, state, read_differently_at } = piece;
	if (reopened_at === null) return [];
	const found = () => {
		if (read_differently_at !== null)
			return "it has the same words, and this place in it is read differently since";
		// Without a hash, other rules read the page than those by which it was quoted.
		if (reopened_hash === null) return "the quote is still on it";
		return reopened_hash === content_hash
			? "its text is the same"
			: "its text has changed, and the quote is still on it";
	};
	const words = {
		found: found(),
		changed: "its text has changed, and the quote is no longer on it",
		gone: "the page is no longer there",
	}[state];
	return [`Opened again ${formatDate(reopened_at)}: ${words}`];
}

function names({ cited_by }: Evidence, simulated: boolean): string {
	const all = cited_by.map((provider) => raterName(provider, simulated));
	const last = all.pop() ?? "";
	return all.length === 0 ? last : `${all.join(", ")} and ${last}`;
}

/** Each model's conclusion from the same passages: a tick on a common scale and a sentence. */
function Conclusions({ statement }: { statement: Statement }) {
	const { ratings, evidence } = statement;
	if (ratings.length === 0) return null;
	const counting = ratings.filter((rating) => isInAverage(statement, rating));
	const simulated = ratings.some(({ status }) => status === "simulated");
	const rater = simulated ? "rater" : "model";
	return (
		<section className="flex max-w-[68ch] flex-col gap-3">
			<h4 className="font-semibold">
				{evidence.length > 0
					? `What each ${rater} concluded from the same pages`
					: `What each ${rater} said`}
			</h4>
			{statement.ai_score !== null && counting.length > 0 && (
				<div className="max-w-80 px-1">
					<ScoreScale
						score={statement.ai_score}
						simulated={simulated}
						ticks={counting.map(({ provider, status, score }) => ({
							name: raterName(provider, status === "simulated"),
							score,
						}))}
					/>
				</div>
			)}
			<ul className="flex flex-col gap-3">
				{ratings.map((rating) => (
					<li key={rating.provider} className="text-sm">
						<p>
							<strong className="font-semibold">
								{raterName(rating.provider, rating.status === "simulated")}
							</strong>
							{rating.status !== "simulated" && <span className="text-muted"> {rating.model}</span>}
							: {conclusion(rating, statement.unverified_reason)}
						</p>
						{rating.explanation !== statement.explanation && (
							<ForeignText as="p" spoken={rating.status !== "failed"} className="text-muted">
								{rating.explanation}
							</ForeignText>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}

/** One model's answer, and whether it counts. */
function conclusion(rating: Rating, reason: Statement["unverified_reason"]): string {
	const { status, verdict, score, confidence, lean } = rating;
	if (status === "failed") return "no answer, so it does not count";
	if (verdict === null) {
		return lean === null || lean.confidence === 0
			? "no pages to judge by"
			: `no pages to judge by; from memory it leans ${leanWord(lean.score)}`;
	}
	const word = RATER_VERDICT_WORDS[verdict];
	if (!isCounting({ ...rating, status: "ok" })) return word;
	const by_score = score === null ? "" : `, ${score} of 100 at ${confidence}% confidence`;
	const failed_check =
		status === "unsupported" || (status === "simulated" && reason === "quotes_not_found");
	return failed_check
		? `${word}, but none of its quotes passed the check, so it does not count`
		: word + by_score;
}

type Side = "against" | "for" | "context";

type EvidenceGroup = { side: Side; pieces: Evidence[] };

/** A quote that only repeats the claim does not support it. */
function sideOf({ stance }: Evidence): Side {
	if (stance === "refutes") return "against";
	return stance === "supports" ? "for" : "context";
}

const ORDER: readonly Side[] = ["against", "for", "context"];

/** The evidence grouped by side, without empty sides. The side of the verdict comes first. */
function groupEvidence({
	verdict,
	evidence,
}: {
	verdict: Verdict | null;
	evidence: readonly Evidence[];
}): EvidenceGroup[] {
	const first =
		verdict === "supported" ? "for" : verdict === "missing_context" ? "context" : "against";
	return [first, ...ORDER.filter((side) => side !== first)].flatMap((side) => {
		const pieces = evidence.filter((piece) => sideOf(piece) === side);
		return pieces.length === 0 ? [] : [{ side: side as Side, pieces }];
	});
}

/** How many sites, and how many pages of one site, form one source with this piece of evidence. */
function clusterWords(piece: Evidence, evidence: readonly Evidence[]): string | null {
	const together = evidence.filter(({ cluster }) => cluster === piece.cluster);
	const sites = new Set(together.map(({ site }) => site)).size;
	if (sites > 1) return `Same text on ${sites} sites, counted once`;
	const pages = new Set(together.map(({ final_url }) => final_url)).size;
	return pages > 1 ? `${pages} pages of ${piece.site}, counted once` : null;
}
