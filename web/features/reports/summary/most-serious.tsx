import { Link, useLocation } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import { clockTime, plural } from "#contract/format.ts";
import { hasScore } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Video } from "#contract/video.ts";
import { BAND_CLASSES, VerdictIcon } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";

const SHOWN = 3;

/**
 * Links to the statements with the highest scores, if they are not factual. On a wide screen the
 * statements themselves are beside the score.
 */
export function MostSerious({
	video,
	statements,
}: {
	video: Video;
	statements: readonly Statement[];
}) {
	const { search } = useLocation();
	const serious = (video.bs_score === null ? [] : statements.filter(hasScore))
		.map((statement) => ({ statement, mark: statementMark(statement) }))
		.filter(({ mark: { band } }) => band !== "factual")
		.sort((a, b) => b.statement.ai_score - a.statement.ai_score)
		.slice(0, SHOWN);
	return (
		<nav
			data-print={serious.length > 0 ? undefined : "no"}
			aria-label={serious.length > 0 ? "Most serious statements" : "Statements"}
			className="flex flex-col lg:hidden print:flex"
		>
			{serious.length > 0 && (
				<>
					<h3 className="eyebrow pb-1">Most serious</h3>
					<ul>
						{serious.map(({ statement, mark }) => (
							<li key={statement.id} className="border-t border-line">
								<Link
									to={{ search, hash: statementAnchor(statement.id) }}
									className="group flex flex-col py-1 sm:py-1.5"
								>
									<span className="flex items-center justify-between gap-3 text-sm">
										<strong
											className={`inline-flex items-center gap-1.5 font-semibold ${mark.band === null ? "" : BAND_CLASSES[mark.band].text}`}
										>
											<VerdictIcon mark={mark} simulated={video.simulated} />
											{mark.words} {statement.ai_score}
										</strong>
										<span className="facts min-w-0 text-end text-muted">
											{statement.speaker && <ForeignText>{`${statement.speaker} `}</ForeignText>}
											{statement.timestamp_source !== "unknown" && (
												<span className="tabular-nums">
													{statement.timestamp_source === "estimated" && "≈"}
													{clockTime(statement.timestamp)}
												</span>
											)}
										</span>
									</span>
									<ForeignText
										spoken
										className="line-clamp-1 font-serif leading-snug sm:line-clamp-2 underline decoration-transparent underline-offset-4 group-hover:decoration-rule"
									>
										{statement.content}
									</ForeignText>
								</Link>
							</li>
						))}
					</ul>
				</>
			)}
			<p className="border-t border-line text-sm sm:pt-1.5" data-print="no">
				<a href="#statements" className="inline-flex min-h-9 items-center font-semibold link">
					{statements.length === 1
						? "The statement"
						: `All ${plural(statements.length, "statement")}`}
				</a>
			</p>
		</nav>
	);
}
