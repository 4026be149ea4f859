import { quoteWords, STANCE_WORDS, unverifiedSentence } from "#contract/evidence-words.ts";
import { clockTime, inQuotes } from "#contract/format.ts";
import { isCounted, ON_REQUEST_WORDS } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { type StatementMark, statementMark } from "#contract/verdict-words.ts";
import type { Video } from "#contract/video.ts";
import { CreatorResponseText } from "#web/features/channels/responses/creator-responses.tsx";
import { responsesTo, useResponseContext } from "#web/features/channels/responses/use-responses.ts";
import { BAND_CLASSES, PromptInjectionMark, VerdictIcon } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { sourceLink } from "#web/ui/source-link.ts";
import { readingOf } from "../evidence/reading-words.ts";
import { CheckedAs, hasSpeechAround, SpeakerName, SpokenWords } from "../evidence/spoken-words.tsx";
import { consensusSentence, differenceSentence } from "../summary/report-words.ts";
import { StatementDetails } from "./statement-details.tsx";

/** Every statement in full, because nothing can be opened on paper. */
export function PrintedStatements({
	video,
	statements,
}: {
	video: Video;
	statements: readonly Statement[];
}) {
	return (
		<section className="hidden print:block">
			<h2 className="mb-3 heading">Statement Analysis</h2>
			<ol>
				{statements.map((statement) => (
					<PrintedStatement
						key={statement.id}
						video={video}
						statement={statement}
						mark={statementMark(statement)}
					/>
				))}
			</ol>
		</section>
	);
}

/** A statement in print, including everything that More shows on the screen. */
function PrintedStatement({
	video,
	statement,
	mark,
}: {
	video: Video;
	statement: Statement;
	mark: StatementMark;
}) {
	const { all } = useResponseContext();
	const { ai_score, confidence_level, votes_held } = statement;
	const { upvotes, downvotes } = statement;
	const simulated = statement.ratings.some((r) => r.status === "simulated");
	const { timestamp_source } = statement;
	return (
		<li className="flex flex-col gap-3 border-t border-rule py-4">
			<div className="flex flex-col gap-2 break-inside-avoid break-after-avoid">
				<p className="flex flex-wrap items-baseline gap-x-3">
					{timestamp_source !== "unknown" && (
						<span className="font-semibold">
							{timestamp_source === "estimated" && "≈"}
							{clockTime(statement.timestamp)}
						</span>
					)}
					<SpeakerName statement={statement} />
					<span
						className={`inline-flex items-center gap-1.5 font-semibold ${mark.band === null ? "text-muted" : BAND_CLASSES[mark.band].text}`}
					>
						<VerdictIcon mark={mark} simulated={simulated} />
						{ai_score} {mark.words}
						{simulated && " (simulated)"}
					</span>
					<span className="text-sm text-muted">
						{confidence_level !== null && `${confidence_level}% confidence · `}
						{ai_score !== null && `${upvotes} agree with this rating, ${downvotes} disagree`}
						{votes_held && ` · ${votes_held.reason}`}
						{!isCounted(statement) && ` · ${ON_REQUEST_WORDS}`}
					</span>
					{statement.aimed_at_raters && <PromptInjectionMark />}
				</p>
				<ForeignText as="blockquote" spoken className="font-serif text-lg">
					<h3>{inQuotes(quoteWords(statement.quote || statement.content))}</h3>
				</ForeignText>
				{mark.key === mark.band && (
					<p className="text-sm text-muted">{consensusSentence(statement.ratings)}</p>
				)}
			</div>
			{statement.verdict === null ? (
				<StatementDetails statement={statement} />
			) : (
				<PrintedEvidence statement={statement} video={video} />
			)}
			{responsesTo(all, statement.id).map((response) => (
				<CreatorResponseText key={response.id} response={response} />
			))}
		</li>
	);
}

/** The evidence of a verdict, with readable addresses. */
function PrintedEvidence({ statement, video }: { statement: Statement; video: Video }) {
	const { explanation, evidence, unverified_reason, fact_checks } = statement;
	const difference = differenceSentence(statement);
	const reading = readingOf(statement);
	return (
		<div className="flex flex-col gap-3 text-sm">
			{difference !== null && <p className="font-semibold">{difference}</p>}
			{fact_checks.map(({ publisher, published_at, rating, url }) => (
				<p key={url} className="break-inside-avoid">
					Checked before by <ForeignText>{publisher}</ForeignText>, on{" "}
					{sourceLink(url)?.domain ?? url} ({published_at ?? "no date found"}):{" "}
					<ForeignText as="q" className="font-serif">
						{rating}
					</ForeignText>
					<span className="block wrap-anywhere text-muted">{url}</span>
				</p>
			))}
			{hasSpeechAround(statement) && <SpokenWords statement={statement} />}
			<CheckedAs statement={statement} />
			{unverified_reason === null ? (
				<ForeignText as="p" spoken>
					{explanation}
				</ForeignText>
			) : (
				<p>{unverifiedSentence(unverified_reason, video.evidence_sources)}</p>
			)}
			{evidence.map((piece) => (
				<p key={piece.id} className="break-inside-avoid">
					{STANCE_WORDS[piece.stance]}:{" "}
					<ForeignText as="q" className="font-serif">
						{quoteWords(piece.quote)}
					</ForeignText>
					<span className="block wrap-anywhere text-muted">
						<ForeignText>{piece.title}</ForeignText> ({piece.published_at ?? "no date found"}),{" "}
						{piece.final_url}
					</span>
				</p>
			))}
			{reading !== null && (
				<p>
					{reading.title}. {reading.lines.join(" ")}
				</p>
			)}
		</div>
	);
}
