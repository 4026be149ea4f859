import type { LeaderboardRow } from "#contract/community.ts";
import { formatNumber } from "#contract/format.ts";
import { SETTLED_VOTES } from "#contract/vote-counts.ts";
import { EmptyState } from "#web/ui/view-states.tsx";

const NUMBER = "py-3 pl-3 text-right whitespace-nowrap";

export function Leaderboard({ rows }: { rows: LeaderboardRow[] }) {
	return (
		<div className="flex flex-col gap-6">
			<h2 className="font-serif text-xl font-semibold">Leaderboard</h2>
			{rows.length === 0 ? (
				<EmptyState
					title="Nobody on the board yet"
					text={`A place on it takes a vote on a settled statement: one that ${SETTLED_VOTES} members have voted on. No statement has come that far.`}
				/>
			) : (
				<table className="w-full max-w-3xl border-t-2 border-ink">
					<caption className="sr-only">
						Members by votes times accuracy, best first
					</caption>
					<thead className="text-left text-sm text-muted">
						<tr>
							<th scope="col" className="py-2 pr-3 font-normal">
								<span aria-hidden="true">#</span>
								<span className="sr-only">Rank</span>
							</th>
							<th scope="col" className="py-2 font-normal">
								Member
							</th>
							<th scope="col" className="py-2 pl-3 text-right font-normal">
								Votes
							</th>
							<th scope="col" className="py-2 pl-3 text-right font-normal">
								Accuracy
							</th>
							<th scope="col" className="py-2 pl-3 text-right font-normal">
								Score
							</th>
						</tr>
					</thead>
					<tbody>
						{rows.map((row) => (
							<tr key={row.rank} className="border-t border-line">
								<td className="py-3 pr-3 text-muted">{row.rank}</td>
								<th
									scope="row"
									className="w-full py-3 text-left font-semibold [overflow-wrap:anywhere]"
								>
									{row.full_name}
								</th>
								<td className={NUMBER}>{formatNumber(row.votes)}</td>
								<td className={NUMBER}>{row.accuracy_percent}%</td>
								<td className={`${NUMBER} font-semibold`}>
									{formatNumber(row.score)}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			<AccuracyNote />
		</div>
	);
}

/** What the leaderboard measures, beside its figures. */
export function AccuracyNote() {
	return (
		<section
			aria-labelledby="accuracy"
			className="max-w-[68ch] border-l-4 border-ink bg-sunken px-4 py-3"
		>
			<h3 id="accuracy" className="font-semibold">
				What accuracy means here
			</h3>
			<p>
				A statement is settled once {SETTLED_VOTES} members have voted on it and
				more of them took one side than the other. Accuracy is the share of a
				member's votes on settled statements that side with the majority. The
				score is votes times accuracy in percent.
			</p>
			<p className="mt-2 text-sm text-muted">
				It measures agreement with other members, not truth. Votes never change
				a BS score.
			</p>
		</section>
	);
}
