import { Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { confidenceSentence } from "#contract/confidence.ts";
import type { Evidence } from "#contract/evidence.ts";
import {
	isCounting,
	isInAverage,
	leanSentence,
	leanWord,
	RATER_VERDICT_WORDS,
	unverifiedSentence,
} from "#contract/evidence-words.ts";
import { plural } from "#contract/format.ts";
import { raterName } from "#contract/providers.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import type { Verdict } from "#contract/verdicts.ts";
import type { Video } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { ScoreScale } from "#web/ui/score-bar.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import {
	ADDRESSES_MODELS,
	MODELS_ARE_WARNED,
	StatementLinks,
} from "../statements/statement-details.tsx";
import { CheckedBefore } from "./checked-before.tsx";
import { Clipping } from "./clipping.tsx";
import { FoundPassages } from "./found-passages.tsx";
import { LookupRecord } from "./lookup-record.tsx";
import { SecondReading } from "./second-reading.tsx";
import { WhatWasSaid } from "./spoken-words.tsx";

const DisputeList = lazyComponent(
	async () => (await import("#web/features/disputes/dispute-list.tsx")).DisputeList,
	"dispute-list",
);

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
								<Clipping key={piece.id} piece={piece} among={statement.evidence} video={video} />
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
