import type { MouseEvent } from "react";
import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ProblemNotice } from "#web/ui/problem-notice.tsx";
import { VideoCard } from "#web/ui/video-card.tsx";
import { VideoGrid, VideoGridSkeleton } from "#web/ui/video-grid.tsx";
import { useArchive } from "./use-archive.ts";

export function ArchiveList({
	locked,
	onChoose,
}: {
	locked: boolean;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const { videos, problem, more, loading, loadMore, retry } = useArchive();
	return (
		<div className="flex flex-col gap-8">
			{videos?.length === 0 && (
				<EmptyState
					title="Nothing analyzed yet"
					text="Every finished analysis is kept here, newest first. The first one is up to you."
				>
					<Link to={paths.home()} className={buttonClass("primary")}>
						Analyze a Video
					</Link>
				</EmptyState>
			)}
			{videos !== undefined && videos.length > 0 && (
				<VideoGrid>
					{videos.map((video) => (
						<li key={video.id}>
							<VideoCard
								video={video}
								heading="h2"
								locked={locked}
								onChoose={onChoose}
							/>
						</li>
					))}
				</VideoGrid>
			)}
			{problem !== undefined && (
				<ProblemNotice detail={problem.message}>
					<Button onClick={retry}>Try Again</Button>
				</ProblemNotice>
			)}
			{videos === undefined && problem === undefined && (
				<VideoGridSkeleton count={6} />
			)}
			{more && problem === undefined && (
				<Button busy={loading} onClick={loadMore} className="self-center">
					{loading ? "Loading…" : "Load More"}
				</Button>
			)}
		</div>
	);
}
