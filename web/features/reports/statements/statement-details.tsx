import { Link, useLocation } from "react-router-dom";
import { plural } from "#contract/format.ts";
import { raterName } from "#contract/providers.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import { useOrigin } from "#web/api/page-data.ts";
import { paths, transcriptAnchor } from "#web/paths.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { type BarState, ScoreBar } from "#web/ui/score-bar.tsx";
import { sourceLink } from "#web/ui/source-link.ts";
import { CopyByHand, useCopy } from "#web/ui/use-copy.tsx";
import { WhatWasSaid } from "../evidence/spoken-words.tsx";

/** The ratings and sources behind a statement's score. */
export function StatementDetails({ statement }: { statement: Statement }) {
	const simulated = statement.ratings.some((it) => it.status === "simulated");
	return (
		<div className="flex flex-col gap-6">
			<WhatWasSaid statement={statement} />
			{statement.aimed_at_raters && (
				<p className="max-w-[68ch] text-sm">
					{ADDRESSES_MODELS}
					{!simulated && MODELS_ARE_WARNED}
				</p>
			)}
			<div className="max-w-[68ch]">
				<h4 className="eyebrow">Explanation</h4>
				<ForeignText as="p" spoken>
					{statement.explanation}
				</ForeignText>
			</div>
			<div className="flex flex-col gap-4">
				<h4 className="eyebrow">Score by {simulated ? "rater" : "model"}</h4>
				{statement.ratings.map((rating) => (
					<RatingRow
						key={rating.provider}
						rating={rating}
						repeated={rating.explanation === statement.explanation}
					/>
				))}
			</div>
			<SourceList sources={statement.sources} />
			<StatementLinks statement={statement} />
		</div>
	);
}

export const ADDRESSES_MODELS = "These words address AI models.";
export const MODELS_ARE_WARNED =
	" Each model was warned and asked to judge only the factual claim.";

function RatingRow({ rating, repeated }: { rating: Rating; repeated: boolean }) {
	const simulated = rating.status === "simulated";
	const name = raterName(rating.provider, simulated);
	const failed = rating.status === "failed";
	return (
		<div className="flex flex-col gap-1.5">
			<p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
				<span>
					<strong className="font-semibold">{name}</strong>
					{!simulated && <span className="text-muted"> {rating.model}</span>}
				</span>
				<span>
					{failed ? (
						"No answer, counts as 50"
					) : (
						<>
							<strong className="font-semibold">{rating.score}</strong>
							<span className="text-muted"> at {rating.confidence}% confidence</span>
						</>
					)}
				</span>
			</p>
			{rating.score !== null && (
				<ScoreBar label={`${name}, score`} score={rating.score} state={barState(rating)} />
			)}
			{!repeated && (
				<ForeignText
					as="p"
					spoken={rating.status !== "failed"}
					className="mt-1 max-w-[68ch] text-sm"
				>
					{rating.explanation}
				</ForeignText>
			)}
		</div>
	);
}

function barState({ status }: Rating): BarState {
	if (status === "failed" || status === "unsupported") return "failed";
	return status;
}

/** The sources that the models name. They may be wrong, so the links are marked nofollow. */
function SourceList({ sources }: { sources: string[] }) {
	if (sources.length === 0) {
		return <p className="text-sm text-muted">No sources were named.</p>;
	}
	return (
		<div>
			<h4 className="eyebrow">Verification sources, as named by the models</h4>
			<ul className="mt-1 flex flex-col text-sm">
				{[...new Set(sources)].map((source) => (
					<li key={source} className="min-w-0 py-1 wrap-anywhere">
						<Source source={source} />
					</li>
				))}
			</ul>
		</div>
	);
}

function Source({ source }: { source: string }) {
	const link = sourceLink(source);
	if (link === null) return <>{source}</>;
	return (
		<OutsideLink href={link.href} rel="nofollow ugc noopener noreferrer">
			<strong className="font-semibold">{link.domain}</strong>
			{link.rest}
		</OutsideLink>
	);
}

const LINK = "inline-flex min-h-8 items-center link";

/** The statement's place in the transcript, its own address to copy, and its claim; not printed. */
export function StatementLinks({ statement }: { statement: Statement }) {
	const { search } = useLocation();
	const { state, copy } = useCopy();
	const url = useOrigin() + paths.statement(statement.video_id, statement.id);
	return (
		<div className="flex flex-wrap gap-x-6 text-sm" data-print="no">
			<Link to={{ search, hash: transcriptAnchor(statement.id) }} className={LINK}>
				Show in transcript
			</Link>
			<button type="button" className={LINK} onClick={() => void copy(url)}>
				{state === "copied" ? "Link copied" : "Copy link to this statement"}
			</button>
			<span role="status" className="sr-only">
				{state === "copied" && "Link copied"}
			</span>
			{statement.also_said && (
				<Link to={paths.claim(statement.also_said.key)} className={LINK}>
					Also said in {plural(statement.also_said.videos, "other video")}
				</Link>
			)}
			<Link to={paths.notice(paths.statement(statement.video_id, statement.id))} className={LINK}>
				Report a problem
			</Link>
			{state === "refused" && <CopyByHand url={url} />}
		</div>
	);
}
