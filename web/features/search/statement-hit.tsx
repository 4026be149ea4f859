import type { MouseEvent } from "react";
import { clockTime } from "#contract/format.ts";
import type { FoundStatement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import { paths } from "#web/paths.ts";
import { SimulatedBadge, StatementBadge } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Icon } from "#web/ui/icon.tsx";

/** Why a search found no statements, and the next step. */
export const NO_STATEMENTS = {
	title: "Not checked yet",
	text: "No checked statement has all of these words. Try fewer, or analyze the video in which it was said.",
};

/** A statement that a search found: its verdict, what was checked, and where it was said. */
export function StatementHit({
	statement,
	locked,
	onChoose,
}: {
	statement: FoundStatement;
	locked: boolean;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const { id, video_id, video_title, content, speaker, ai_score, simulated } = statement;
	const path = paths.statement(video_id, id);
	return (
		<li>
			<a
				href={path}
				onClick={(event) => onChoose(path, event)}
				className="flex flex-col gap-1 p-3 hover:bg-sunken focus-visible:-outline-offset-4"
			>
				<span className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<StatementBadge mark={statementMark(statement)} score={ai_score} simulated={simulated} />
					{simulated && <SimulatedBadge />}
				</span>
				<ForeignText className="max-w-[68ch] font-serif leading-snug font-semibold">
					{content}
				</ForeignText>
				<span className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
					{speaker && (
						<span className="min-w-0 font-semibold wrap-anywhere">
							<span className="sr-only">Speaker: </span>
							<ForeignText>{speaker}</ForeignText>
						</span>
					)}
					<span>
						{whenSaid(statement)}
						<ForeignText>{video_title || video_id}</ForeignText>
					</span>
					{locked && (
						<span className="inline-flex items-center gap-1">
							<Icon name="lock" />
							Login Required
						</span>
					)}
				</span>
			</a>
		</li>
	);
}

/** "At 1:30 in ", before the video's title. */
function whenSaid({ timestamp, timestamp_source }: FoundStatement): string {
	if (timestamp_source === "unknown") return "In ";
	const about = timestamp_source === "estimated" ? "about " : "";
	return `At ${about}${clockTime(timestamp)} in `;
}
