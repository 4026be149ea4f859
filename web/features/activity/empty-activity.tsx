import { Link } from "react-router-dom";
import type { ActivityFilter } from "#contract/me.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Nothing done, or nothing found: each with its next step. */
export function EmptyActivity({
	filter,
	query,
}: {
	filter: ActivityFilter;
	query: string;
}) {
	if (query !== "") {
		return (
			<EmptyState
				title="Nothing found"
				text={`None of your ${NAMES[filter]} mentions “${query}”. Try a shorter word.`}
			/>
		);
	}
	return filter === "votes" ? (
		<EmptyState
			title="No votes yet"
			text="Open a report and say of any statement whether you agree with its rating."
		>
			<Link to={paths.archive()} className={buttonClass("primary")}>
				All Analyses
			</Link>
		</EmptyState>
	) : (
		<EmptyState
			title={filter === "all" ? "No activity yet" : "No analyses yet"}
			text="What you analyze and how you vote is kept here for you. Start with a link."
		>
			<Link to={paths.home()} className={buttonClass("primary")}>
				Analyze a Video
			</Link>
		</EmptyState>
	);
}

const NAMES: Record<ActivityFilter, string> = {
	all: "votes and analyses",
	votes: "votes",
	analyses: "analyses",
};
