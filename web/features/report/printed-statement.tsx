import type { Statement } from "#contract/statement.ts";
import { AimedMark } from "#web/ui/aimed-mark.tsx";
import { BandIcon } from "#web/ui/band-icon.tsx";
import { BAND_CLASSES, BAND_WORDS, bandOf } from "#web/ui/bands.ts";
import { formatClock } from "#web/ui/format-clock.ts";
import { CreatorSaid } from "./creator-said.tsx";
import { consensusSentence } from "./report-words.ts";
import { useResponseContext } from "./response-context.ts";
import { responsesOn } from "./responses-on.ts";
import { StatementDetails } from "./statement-details.tsx";
import { shownVotes } from "./vote-tally.ts";

/** A statement on paper, with everything that is behind More on the screen. */
export function PrintedStatement({ statement }: { statement: Statement }) {
	const { all } = useResponseContext();
	const { ai_score, confidence_level, votes_held } = statement;
	const { upvotes, downvotes } = shownVotes(statement);
	const band = bandOf(ai_score);
	const simulated = statement.ratings.some((r) => r.status === "simulated");
	const estimated = statement.timestamp_source === "estimated";
	return (
		<li className="flex flex-col gap-3 border-t border-rule py-4">
			<div className="flex flex-col gap-2 break-inside-avoid break-after-avoid">
				<p className="flex flex-wrap items-baseline gap-x-3">
					<span className="font-semibold">
						{estimated && "≈"}
						{formatClock(statement.timestamp)}
					</span>
					<span
						className={`inline-flex items-center gap-1.5 font-semibold ${BAND_CLASSES[band].text}`}
					>
						<BandIcon band={band} simulated={simulated} />
						{ai_score} {BAND_WORDS[band].statement}
						{simulated && " (simulated)"}
					</span>
					<span className="text-sm text-muted">
						{confidence_level}% confidence · {upvotes} agree, {downvotes}{" "}
						disagree{votes_held && ` · ${votes_held.reason}`}
					</span>
					{statement.aimed_at_raters && <AimedMark />}
				</p>
				<blockquote className="font-serif text-lg">
					<p>“{statement.quote || statement.content}”</p>
				</blockquote>
				<p className="text-sm text-muted">
					{consensusSentence(statement.ratings)}
				</p>
			</div>
			<StatementDetails statement={statement} />
			{responsesOn(all, statement.id).map((response) => (
				<CreatorSaid key={response.id} response={response} />
			))}
		</li>
	);
}
