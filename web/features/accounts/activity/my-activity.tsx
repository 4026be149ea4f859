import { useState } from "react";
import { Link } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import { formatNumber } from "#contract/format.ts";
import type { Activity, ActivityFilter, ActivityItem } from "#contract/me.ts";
import { statementMark } from "#contract/verdict-words.ts";
import { withCursor } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useHealth } from "#web/api/use-site.ts";
import { paths } from "#web/paths.ts";
import { CoverageNote, ResultBadge, StatementBadge } from "#web/ui/badges.tsx";
import { BandLegend } from "#web/ui/band-legend.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Figures } from "#web/ui/fact-list.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { formatRelativeDay, truncate } from "#web/ui/format.ts";
import { ListEnd } from "#web/ui/list-end.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { useDebounced } from "#web/ui/use-typed.ts";
import { EmptyState, Skeleton } from "#web/ui/view-states.tsx";

const FILTERS = [
	{ id: "all", label: "All" },
	{ id: "votes", label: "Votes" },
	{ id: "analyses", label: "Analyses" },
] as const;
type Filter = (typeof FILTERS)[number]["id"];

export function MyActivity({ member_id }: { member_id: string }) {
	const [filter, setFilter] = useState<Filter>("all");
	const [typed, setTyped] = useState("");
	const query = useDebounced(typed.trim());
	const { pages, problem, more, loading, loadMore, reload } = usePages<Activity>(
		(cursor) => withCursor("/api/me/activity", cursor, { filter, q: query }),
		member_id,
	);
	const stats = pages?.[0]?.stats;
	const items = pages?.flatMap((page) => page.items);
	const simulated = useHealth()?.mode === "demo";
	return (
		<div className="flex flex-col gap-6">
			<h2 className="heading">My Activity</h2>
			<div className="flex flex-col gap-2">
				<Figures
					figures={[
						["Votes cast", stats && formatNumber(stats.total_votes)],
						["Agreed with the rating", stats && formatNumber(stats.agree_votes)],
						["Disagreed with the rating", stats && formatNumber(stats.disagree_votes)],
						["Analyses", stats && formatNumber(stats.analyses)],
						["Disputes that moved a verdict", stats && formatNumber(stats.disputes_moved)],
						["Days Active", stats && formatNumber(stats.days_active)],
					]}
				/>
				<p className="text-sm text-muted">Days Active counts the full days since you joined.</p>
			</div>
			<div className="flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
				<PickOne legend="Show" choices={[...FILTERS]} chosen={filter} onChoose={setFilter} />
				<div className="sm:w-80">
					<TextField
						label="Search your activity"
						type="search"
						autoComplete="off"
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
					/>
				</div>
			</div>
			{items === undefined && problem === undefined && <Skeleton className="h-60" />}
			{items?.length === 0 && !more && <EmptyActivity filter={filter} query={query} />}
			{items !== undefined && items.length > 0 && (
				<ol className="border-b border-line">
					{items.map((item) => (
						<ActivityEntry
							key={`${item.type} ${item.created_at} ${item.type === "vote" ? item.statement.id : item.video.id}`}
							item={item}
							simulated={simulated}
						/>
					))}
				</ol>
			)}
			{items?.some(hasBand) && <BandLegend checked={items.some(isOfSources)} />}
			<ListEnd problem={problem} more={more} loading={loading} onMore={loadMore} onRetry={reload} />
		</div>
	);
}

/** Whether the entry shows a score's word. */
const hasBand = (item: ActivityItem) =>
	(item.type === "vote" ? item.statement.ai_score : item.video.bs_score) !== null;

const isOfSources = ({ video }: ActivityItem) => video.evidence_sources.length > 0;

/** A group of buttons of which exactly one is pressed. */
function PickOne<Id extends string>({
	legend,
	choices,
	chosen,
	onChoose,
}: {
	legend: string;
	choices: { id: Id; label: string }[];
	chosen: Id;
	onChoose: (id: Id) => void;
}) {
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="sr-only">{legend}</legend>
			{choices.map(({ id, label }) => (
				<button
					key={id}
					type="button"
					aria-pressed={id === chosen}
					onClick={() => onChoose(id)}
					className="min-h-11 rounded-md border border-line bg-raised px-3 text-sm hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
				>
					{label}
				</button>
			))}
		</fieldset>
	);
}

/** No activity yet, or no match: each with its next step. */
function EmptyActivity({ filter, query }: { filter: ActivityFilter; query: string }) {
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
			text="Open a report and answer “Is this rating right?” for any statement."
		>
			<Link to={paths.archive()} className={buttonClass("primary")}>
				All Analyses
			</Link>
		</EmptyState>
	) : (
		<EmptyState
			title={filter === "all" ? "No activity yet" : "No analyses yet"}
			text="Your analyses and votes appear here. Paste a link to start."
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

/** Enough of a statement to recognise it. */
const MAX_CHARS = 120;

/** One vote or one analysis, with its video. */
function ActivityEntry({ item, simulated }: { item: ActivityItem; simulated: boolean }) {
	const { video } = item;
	const path = paths.results(video.id);
	const href =
		item.type === "vote" && !item.statement.retired
			? `${path}#${statementAnchor(item.statement.id)}`
			: path;
	return (
		<li className="flex items-start gap-4 border-t border-line py-4">
			<Thumbnail src={video.thumbnail_url} className="hidden w-32 shrink-0 sm:block" />
			<div className="flex min-w-0 grow flex-col gap-1">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
					<strong>{actionLabel(item)}</strong>
					<time dateTime={item.created_at} className="text-muted">
						{formatRelativeDay(item.created_at)}
					</time>
				</p>
				{item.type === "vote" && (
					<ForeignText as="p" className="font-serif">
						{truncate(item.statement.content, MAX_CHARS)}
					</ForeignText>
				)}
				<Link to={href} className="self-start py-0.5 font-semibold link">
					<ForeignText>{video.title || "Untitled video"}</ForeignText>
				</Link>
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
					<ForeignText>{video.channel_name}</ForeignText>
					<Outcome item={item} simulated={simulated} />
				</p>
			</div>
		</li>
	);
}

function actionLabel(item: ActivityItem): string {
	if (item.type === "analysis") {
		return item.outcome === "completed" ? "Analyzed" : "Analysis failed";
	}
	return item.vote_type === "upvote" ? "Agreed with a rating" : "Disagreed with a rating";
}

function Outcome({ item, simulated }: { item: ActivityItem; simulated: boolean }) {
	if (item.type === "analysis") {
		return item.outcome === "completed" ? (
			<span className="inline-flex flex-wrap items-center gap-x-3">
				<ResultBadge result={{ ...item.video, simulated }} />
				<CoverageNote result={{ ...item.video, simulated }} />
			</span>
		) : (
			"It has no result."
		);
	}
	return item.statement.retired ? (
		"A newer analysis no longer includes this statement."
	) : (
		<StatementBadge
			mark={statementMark(item.statement)}
			score={item.statement.ai_score}
			simulated={simulated}
		/>
	);
}
