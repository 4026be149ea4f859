import { Link } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import type { ActivityItem } from "#contract/me.ts";
import { paths } from "#web/paths.ts";
import { BandBadge } from "#web/ui/band-badge.tsx";
import { cutShort, formatDay } from "#web/ui/format.ts";
import { Thumbnail } from "#web/ui/thumbnail.tsx";

/** Enough of a statement to recognise it. */
const MOST_CHARS = 120;

/** One vote or one analysis, with its video. */
export function ActivityEntry({
	item,
	simulated,
}: {
	item: ActivityItem;
	simulated: boolean;
}) {
	const { video } = item;
	const path = paths.results(video.id);
	const href =
		item.type === "vote" && !item.statement.retired
			? `${path}#${statementAnchor(item.statement.id)}`
			: path;
	return (
		<li className="flex items-start gap-4 border-t border-line py-4">
			<Thumbnail
				src={video.thumbnail_url}
				className="hidden w-32 shrink-0 sm:block"
			/>
			<div className="flex min-w-0 grow flex-col gap-1">
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
					<strong>{deedOf(item)}</strong>
					<time dateTime={item.created_at} className="text-muted">
						{formatDay(item.created_at)}
					</time>
				</p>
				{item.type === "vote" && (
					<p className="font-serif">
						{cutShort(item.statement.content, MOST_CHARS)}
					</p>
				)}
				<Link
					to={href}
					className="self-start py-0.5 font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
				>
					{video.title || "Untitled video"}
				</Link>
				<p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
					{video.channel_name}
					<Outcome item={item} simulated={simulated} />
				</p>
			</div>
		</li>
	);
}

function deedOf(item: ActivityItem): string {
	if (item.type === "analysis") {
		return item.outcome === "completed" ? "Analyzed" : "Analysis failed";
	}
	return item.vote_type === "upvote"
		? "Agreed with a rating"
		: "Disagreed with a rating";
}

function Outcome({
	item,
	simulated,
}: {
	item: ActivityItem;
	simulated: boolean;
}) {
	if (item.type === "analysis") {
		return item.outcome === "completed" ? (
			<BandBadge score={item.video.bs_score} simulated={simulated} />
		) : (
			"No result came of it."
		);
	}
	return item.statement.retired ? (
		"A newer analysis no longer holds this statement."
	) : (
		<BandBadge score={item.statement.ai_score} simulated={simulated} />
	);
}
