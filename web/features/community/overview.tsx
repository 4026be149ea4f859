import { Link } from "react-router-dom";
import type { Community } from "#contract/community.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Figures } from "#web/ui/figures.tsx";
import { formatCount } from "#web/ui/format-count.ts";
import { AccuracyNote } from "./accuracy-note.tsx";

export function Overview({ overview }: { overview: Community["overview"] }) {
	const { members, videos, statements, votes, agreement_percent } = overview;
	return (
		<div className="flex flex-col gap-6">
			<h2 className="font-serif text-xl font-semibold">The community so far</h2>
			<Figures
				figures={[
					["Members", formatCount(members)],
					["Videos analyzed", formatCount(videos)],
					["Statements rated", formatCount(statements)],
					["Votes cast", formatCount(votes)],
					[
						"Of votes agree with the rating",
						agreement_percent === null ? "None yet" : `${agreement_percent}%`,
					],
				]}
			/>
			{votes === 0 && (
				<EmptyState
					title="No votes yet"
					text="Members say of each statement whether they agree with its rating. The first vote is still to be cast."
				>
					<Link to={paths.archive()} className={buttonClass("primary")}>
						Choose a Video to Vote On
					</Link>
				</EmptyState>
			)}
			<AccuracyNote />
		</div>
	);
}
