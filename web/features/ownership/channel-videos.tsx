import type { Creator } from "#contract/claims.ts";
import { Button } from "#web/ui/button.tsx";
import { plural } from "#web/ui/format-count.ts";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AnsweredVideo } from "./answered-video.tsx";
import { answerTo, useChannelVideos } from "./use-channel-videos.ts";

/** One verified channel: how it came out, and which analyses wait for an answer. */
export function ChannelVideos({ creator }: { creator: Creator }) {
	const { reports, problem, more, loading, loadMore, retry } = useChannelVideos(
		creator.channel_id,
	);
	const pending =
		reports?.filter((report) => answerTo(report) === undefined).length ?? 0;
	const title = `channel-${creator.id}`;
	return (
		<section aria-labelledby={title} className="flex flex-col gap-4">
			<div className="border-t-2 border-ink pt-3">
				<h3 id={title} className="font-serif text-lg font-semibold">
					{creator.channel_name}
				</h3>
				<p className="text-sm text-muted">{figuresOf(creator)}</p>
			</div>
			{reports === undefined && problem === undefined && (
				<Skeleton className="h-40" />
			)}
			{reports === undefined && problem !== undefined && (
				<ProblemNotice detail={problem.message}>
					<Button onClick={retry}>Try Again</Button>
				</ProblemNotice>
			)}
			{reports !== undefined && (
				<p className="font-semibold">
					{pending > 0
						? `${plural(pending, "analysis waits", "analyses wait")} for your response`
						: more
							? "No pending responses among those listed"
							: "No pending responses"}
				</p>
			)}
			{reports !== undefined && reports.length > 0 && (
				<ul>
					{reports.map((report) => (
						<AnsweredVideo key={report.video.id} report={report} />
					))}
				</ul>
			)}
			{reports !== undefined && more && (
				<>
					<p className="text-sm text-muted">
						The latest {reports.length} of{" "}
						{plural(creator.total_videos, "analyzed video")} are listed.
					</p>
					<Button busy={loading} onClick={loadMore} className="self-center">
						{loading ? "Loading…" : "Load More"}
					</Button>
				</>
			)}
			{reports !== undefined && problem !== undefined && (
				<ProblemNotice detail={problem.message} />
			)}
		</section>
	);
}

function figuresOf({ total_videos, avg_bs_score, reputation_score }: Creator) {
	const parts = [plural(total_videos, "analyzed video")];
	if (avg_bs_score !== null) {
		parts.push(`average BS score ${Math.round(avg_bs_score)}`);
	}
	if (reputation_score !== null) {
		parts.push(`reputation ${Math.round(reputation_score)} of 100`);
	}
	return parts.join(" · ");
}
