import { Link } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import { quoteWords, unverifiedSentence } from "#contract/evidence-words.ts";
import { leadingEvidence } from "#contract/leading-evidence.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import { BAND_CLASSES, SimulatedBadge, VerdictIcon } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { LeadQuote } from "../evidence/lead-quote.tsx";
import { SpeakerName } from "../evidence/spoken-words.tsx";

/** A statement of a moment: its verdict without a score, its words, and its strongest quote. */
export function SaidStatement({
	statement,
	simulated,
}: {
	statement: Statement;
	simulated: boolean;
}) {
	const mark = statementMark(statement);
	const [lead] = leadingEvidence(statement);
	const { quote, content, unverified_reason, explanation } = statement;
	return (
		<li className="appear flex flex-col gap-1 border-t border-line py-2">
			<p className="flex flex-wrap items-center gap-x-3">
				<strong
					className={`inline-flex items-center gap-1.5 font-semibold ${mark.band === null ? "text-muted" : BAND_CLASSES[mark.band].text}`}
				>
					<VerdictIcon mark={mark} simulated={simulated} className="size-5" />
					{mark.words}
				</strong>
				{simulated && <SimulatedBadge />}
				<SpeakerName statement={statement} />
			</p>
			<ForeignText as="q" spoken className="max-w-[68ch] font-serif leading-snug">
				{quoteWords(quote || content)}
			</ForeignText>
			<div className="max-w-[68ch] text-sm">
				{lead ? (
					<LeadQuote piece={lead} statement={content} side={undefined} open={false} />
				) : (
					<p className="line-clamp-3 text-muted">
						{unverified_reason === null ? explanation : unverifiedSentence(unverified_reason, [])}
					</p>
				)}
			</div>
			<Link
				to={{ hash: statementAnchor(statement.id) }}
				className="inline-flex min-h-8 w-fit items-center text-sm font-semibold link"
			>
				Open in the report
			</Link>
		</li>
	);
}
