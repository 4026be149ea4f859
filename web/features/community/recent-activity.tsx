import { Link } from "react-router-dom";
import type { CommunityItem } from "#contract/community.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatDay } from "#web/ui/format-day.ts";

export function RecentActivity({ items }: { items: CommunityItem[] }) {
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
