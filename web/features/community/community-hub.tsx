import { Link } from "react-router-dom";
import useSWR from "swr";
import type { Community, CommunityItem, LeaderboardRow, MemberRole } from "#contract/community.ts";
import { formatCount, formatNumber, inQuotes } from "#contract/format.ts";
import { SETTLED_VOTES } from "#contract/vote-counts.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Figures } from "#web/ui/fact-list.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { formatRelativeDay } from "#web/ui/format.ts";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { EmptyState, ProblemNotice, Skeleton } from "#web/ui/view-states.tsx";

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
	const { data, error, mutate } = useSWR<Community, ApiProblem>("/api/community");
	const chosen = VIEWS.find(({ id }) => id === view)?.id ?? "overview";
	return (
		<Tabs label="Community Hub" variant="sub" tabs={[...VIEWS]} chosen={chosen} onChoose={onView}>
			{data === undefined && error === undefined && <Waiting />}
			{data === undefined && error !== undefined && (
				<ProblemNotice detail={error.message}>
					<Button onClick={() => void mutate()}>Try Again</Button>
				</ProblemNotice>
			)}
			{data !== undefined && chosen === "overview" && <Overview overview={data.overview} />}
			{data !== undefined && chosen === "leaderboard" && (
				<Leaderboard rows={data.leaderboard} disputers={data.disputers} />
			)}
			{data !== undefined && chosen === "recent" && <RecentActivity items={data.recent} />}
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

function Overview({ overview }: { overview: Community["overview"] }) {
	const { members, videos, statements, votes, agreement_percent } = overview;
	return (
		<div className="flex flex-col gap-6">
			<h2 className="heading">The community so far</h2>
			<Figures
				figures={[
					["Members", formatCount(members)],
					["Videos analyzed", formatCount(videos)],
					["Statements rated", formatCount(statements)],
					["Votes cast", formatCount(votes)],
					[
						"Votes that agree with the rating",
						agreement_percent === null ? "–" : `${agreement_percent}%`,
					],
				]}
			/>
			{votes === 0 && (
				<EmptyState
					title="No votes yet"
					text="Members answer “Is this rating right?” for each statement. Be the first to vote."
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
			<h2 className="heading">Recent Activity</h2>
			{items.length === 0 ? (
				<EmptyState
					title="Nothing has happened yet"
					text="Members' analyses and votes appear here, newest first. Members can hide themselves in their account."
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
								<MemberName {...item} strong /> {actionLabel(item)}{" "}
								<Link to={paths.results(item.video.id)} className="font-semibold link">
									<ForeignText>{item.video.title || "an untitled video"}</ForeignText>
								</Link>
							</p>
							{item.statement !== null && (
								<ForeignText as="p" className="mt-1 font-serif text-muted">
									{inQuotes(item.statement)}
								</ForeignText>
							)}
							<p className="mt-1 text-xs text-muted">
								<time dateTime={item.created_at}>{formatRelativeDay(item.created_at)}</time>
							</p>
						</li>
					))}
				</ol>
			)}
		</div>
	);
}

const ROLES = {
	admin: { words: "Admin", icon: "lock" },
	verified_creator: { words: "Verified channel", icon: "check" },
	member: { words: "Member", icon: null },
} as const satisfies Record<MemberRole, { words: string; icon: IconName | null }>;

/** A member's name, with a mark that is no text, so that no name can contain it. */
function MemberName({
	full_name,
	role,
	strong = false,
}: {
	full_name: string;
	role: MemberRole | null;
	strong?: boolean;
}) {
	const mark = role && ROLES[role];
	return (
		<span>
			<ForeignText as={strong ? "strong" : "span"}>{full_name}</ForeignText>
			{mark && (
				<span className="ms-1.5 inline-flex items-center gap-1 border border-line px-1.5 text-xs font-normal whitespace-nowrap text-muted">
					{mark.icon && <Icon name={mark.icon} />}
					{mark.words}
				</span>
			)}
		</span>
	);
}

function actionLabel({ type, vote_type }: CommunityItem): string {
	if (type === "analysis") return "analyzed";
	const side = vote_type === "upvote" ? "agreed" : "disagreed";
	return `${side} with a rating in`;
}

const NUMBER = "py-3 pl-3 text-right whitespace-nowrap";

function Leaderboard({
	rows,
	disputers,
}: {
	rows: LeaderboardRow[];
	disputers: Community["disputers"];
}) {
	return (
		<div className="flex flex-col gap-6">
			<h2 className="heading">Leaderboard</h2>
			{rows.length === 0 ? (
				<EmptyState
					title="Nobody is on the leaderboard yet"
					text={`To get on it, vote on a statement that becomes settled: at least ${SETTLED_VOTES} members vote on its rating and one side has a majority. No statement is settled yet.`}
				/>
			) : (
				<table className="w-full max-w-3xl border-t-2 border-ink">
					<caption className="sr-only">Members by votes times accuracy, best first</caption>
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
									<MemberName {...row} />
								</th>
								<td className={NUMBER}>{formatNumber(row.votes)}</td>
								<td className={NUMBER}>{row.accuracy_percent}%</td>
								<td className={`${NUMBER} font-semibold`}>{formatNumber(row.score)}</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			{disputers.length > 0 && (
				<section aria-labelledby="disputers" className="max-w-3xl">
					<h3 id="disputers" className="font-semibold">
						Disputes that moved a verdict
					</h3>
					<ol className="mt-2 border-t border-line">
						{disputers.map(({ disputes_moved, ...person }) => (
							<li
								key={`${person.full_name} ${person.avatar_url}`}
								className="flex justify-between gap-3 border-b border-line py-2 [overflow-wrap:anywhere]"
							>
								<MemberName {...person} />
								<strong>{formatNumber(disputes_moved)}</strong>
							</li>
						))}
					</ol>
				</section>
			)}
			<AccuracyNote />
		</div>
	);
}

/** What the leaderboard measures, beside its figures. */
function AccuracyNote() {
	return (
		<section aria-labelledby="accuracy" className="max-w-[68ch] note px-4 py-3">
			<h3 id="accuracy" className="font-semibold">
				What accuracy means here
			</h3>
			<p>
				A vote answers “Is this rating right?” A statement is settled once {SETTLED_VOTES} members
				have voted on its rating and one side has a majority. Accuracy is the share of a member's
				votes on settled statements that match the majority. The score is votes times accuracy in
				percent.
			</p>
			<p className="mt-2 text-sm text-muted">
				It measures agreement with other members, not truth. Votes never change a BS score.
			</p>
		</section>
	);
}
