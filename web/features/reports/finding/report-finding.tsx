import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import { isSaidOtherwise, quoteWords } from "#contract/evidence-words.ts";
import { findingWords } from "#contract/finding.ts";
import { inQuotes } from "#contract/format.ts";
import { madeByWords } from "#contract/made-by.ts";
import { isCounted } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Report, Video } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { BAND_CLASSES, SimulatedBadge, VerdictIcon } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Reason } from "../evidence/checked-statement.tsx";
import { SpeakerName } from "../evidence/spoken-words.tsx";
import { TimeLink } from "../player/time-link.tsx";
import { leadingClaims } from "./leading-claims.ts";
import { NoVerdict } from "./no-verdict.tsx";

/** What was found: one sentence, and the claims that matter most with their quotes. */
export function ReportFinding({
	report,
	onCheck,
}: {
	report: Report;
	/** Starts a fresh analysis; null while one is running. */
	onCheck: ((label: string) => ReactNode) | null;
}) {
	const { video, statements } = report;
	const counted = statements.filter(isCounted);
	const without_score = video.bs_score === null && video.scope === "full" && counted.length > 0;
	const claims = leadingClaims(statements);
	return (
		<section aria-labelledby="finding" className="flex flex-col gap-2 sm:gap-3">
			<h2 id="finding" className="text-lg leading-snug font-semibold text-pretty sm:text-xl">
				{sentenceOf(report)}
			</h2>
			{without_score && (
				<NoVerdict statements={counted} unrated={video.panel.length === 0}>
					{onCheck?.("Check again")}
				</NoVerdict>
			)}
			{claims.length > 0 && (
				<ol>
					{claims.map((statement) => (
						<li key={statement.id} className="border-t border-line">
							<Claim statement={statement} video={video} />
						</li>
					))}
				</ol>
			)}
			<MadeBy video={video} />
		</section>
	);
}

/** The claim that the address names, where the report has its finding. */
export function ClaimFinding({ statement, video }: { statement: Statement; video: Video }) {
	const { search } = useLocation();
	return (
		<section aria-label="This claim" className="border-t border-line">
			<Claim statement={statement} video={video} whole />
			<Link
				to={{ search, hash: statementAnchor(statement.id) }}
				className="inline-flex min-h-8 items-center text-sm font-semibold link"
			>
				All that was found about it
			</Link>
		</section>
	);
}

/** What the whole report found, beside one of its claims. */
export function WholeFinding({ report }: { report: Report }) {
	return (
		<div className="flex flex-col gap-1">
			<p className="font-semibold">
				<Link to={paths.results(report.video.id)} className="link">
					The whole report
				</Link>
				: {sentenceOf(report)}
			</p>
			<MadeBy video={report.video} />
		</div>
	);
}

function sentenceOf({ video, moments }: Report): string {
	return findingWords({ ...video, moments: moments.length }).sentence;
}

function MadeBy({ video }: { video: Video }) {
	const made_by = video.claims_count > 0 ? madeByWords(video) : null;
	return made_by === null ? null : (
		<p className="text-sm text-muted">
			{made_by}{" "}
			<Link to={paths.howItWorks()} className="link">
				How
			</Link>
		</p>
	);
}

/** A claim with its verdict and its strongest quote, and a link to all that was found of it. */
function Claim({
	statement,
	video,
	whole = false,
}: {
	statement: Statement;
	video: Video;
	/** Whether claim and quote are shown in full. */
	whole?: boolean;
}) {
	const { search } = useLocation();
	const mark = statementMark(statement);
	const simulated = statement.ratings.some(({ status }) => status === "simulated");
	return (
		<div className="flex flex-col gap-0.5 py-2" data-claim="">
			<div className="flex flex-wrap items-center gap-x-3">
				<strong
					className={`inline-flex items-center gap-1.5 font-semibold ${mark.band === null ? "text-muted" : BAND_CLASSES[mark.band].text}`}
				>
					<VerdictIcon mark={mark} simulated={simulated} className="size-5" />
					{mark.words}
				</strong>
				{simulated && <SimulatedBadge />}
				<SpeakerName statement={statement} />
				<TimeLink seconds={statement.timestamp} source={statement.timestamp_source} />
			</div>
			<Link
				to={{ search, hash: statementAnchor(statement.id) }}
				className="max-w-[68ch] py-0.5 font-serif leading-snug underline-offset-4 hover:underline sm:text-lg"
			>
				<ForeignText spoken className={whole ? "block" : "line-clamp-3"}>
					{claimText(statement)}
				</ForeignText>
			</Link>
			<Reason statement={statement} sources={video.evidence_sources} open={whole} />
		</div>
	);
}

/** The checked sentence; in quotation marks if the speaker said just that. */
function claimText(statement: Statement): string {
	return isSaidOtherwise(statement)
		? statement.content
		: inQuotes(quoteWords(statement.quote || statement.content));
}
