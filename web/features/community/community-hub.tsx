import { Link } from "react-router-dom";
import useSWR from "swr";
import type { Community, CommunityItem } from "#contract/community.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Figures } from "#web/ui/fact-list.tsx";
import { formatCount, formatDay } from "#web/ui/format.ts";
import { Tabs } from "#web/ui/tabs.tsx";
import { EmptyState, ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";
import { AccuracyNote, Leaderboard } from "./leaderboard.tsx";

const VIEWS = [
	{ id: "overview", label: "Overview" },
	{ id: "leaderboard", label: "Leaderboard" },
	{ id: "recent", label: "Recent Activity" },
] as const;

/** What members do together: figures, leaderboard, recent activity. */
export function CommunityHub({
	view,
	onView,
}: {
	/** From the address; an unknown value means the overview. */
	view: string | null;
	onView: (view: string) => void;
}) {
	const { data, error, mutate } = useCommunity();
	const chosen = VIEWS.find(({ id }) => id === view)?.id ?? "overview";
	return (
		<Tabs
			label="Community Hub"
			look="sub"
			tabs={[...VIEWS]}
			chosen={chosen}
			onChoose={onView}
		>
			{data === undefined && error === undefined && <Waiting />}
			{data === undefined && error !== undefined && (
				<ProblemNotice detail={error.message}>
					<Button onClick={() => void mutate()}>Try Again</Button>
				</ProblemNotice>
			)}
			{data !== undefined && chosen === "overview" && (
				<Overview overview={data.overview} />
			)}
			{data !== undefined && chosen === "leaderboard" && (
				<Leaderboard rows={data.leaderboard} />
			)}
			{data !== undefined && chosen === "recent" && (
				<RecentActivity items={data.recent} />
			)}
		</Tabs>
	);
}

function Waiting() {
	return (
		<div className="flex flex-col gap-6">
			<Skeleton className="h-24" />
			<Skeleton className="h-40 max-w-[68ch]" />
		</div>
	);
}

function useCommunity() {
	return useSWR<Community, ApiProblem>(keys.community);
}

function Overview({ overview }: { overview: Community["overview"] }) {
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

function RecentActivity({ items }: { items: CommunityItem[] }) {
	return (
		<div className="flex flex-col gap-6">
			<h2 className="font-serif text-xl font-semibold">Recent Activity</h2>
			{items.length === 0 ? (
				<EmptyState
					title="Nothing has happened yet"
					text="Analyses and votes of members will stand here, the latest first. Members can keep themselves off this list in their account."
				>
					<Link to={paths.home()} className={buttonClass("primary")}>
						Analyze a Video
					</Link>
				</EmptyState>
			) : (
				<ol className="max-w-3xl">
					{items.map((item) => (
						<li
							key={`${item.created_at} ${item.full_name} ${item.video.id} ${item.statement}`}
							className="border-t border-line py-4"
						>
							<p>
								<strong>{item.full_name}</strong> {deedOf(item)}{" "}
								<Link
									to={paths.results(item.video.id)}
									className="font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
								>
									{item.video.title || "an untitled video"}
								</Link>
							</p>
							{item.statement !== null && (
								<p className="mt-1 font-serif text-muted">“{item.statement}”</p>
							)}
							<p className="mt-1 text-xs text-muted">
								<time dateTime={item.created_at}>
									{formatDay(item.created_at)}
								</time>
							</p>
						</li>
					))}
				</ol>
			)}
		</div>
	);
}

function deedOf({ type, vote_type }: CommunityItem): string {
	if (type === "analysis") return "analyzed";
	const side = vote_type === "upvote" ? "agreed" : "disagreed";
	return `${side} with a rating in`;
}
