import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useSWRConfig } from "swr";
import type { VideoPage, VideoSummary } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useGatedNavigation } from "#web/features/accounts/auth-context.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { useDebounced, useTypedBefore } from "#web/ui/use-typed.ts";
import { VideoCard, VideoGrid, VideoGridSkeleton } from "#web/ui/video-card.tsx";
import { EmptyState } from "#web/ui/view-states.tsx";

export function ArchivePage() {
	useDocumentTitle("All analyses");
	const { locked, choose } = useGatedNavigation();
	const { typed, setTyped, q } = useArchiveSearch();
	const field = useRef<HTMLInputElement>(null);
	useTypedBefore(field, setTyped);
	return (
		<div className="page-width min-h-dvh flex flex-col gap-8 py-8 sm:py-12">
			<div className="flex flex-col gap-2">
				<PageHeading>All Analyses</PageHeading>
				<p className="text-muted">Videos checked here, newest first.</p>
			</div>
			{/* Searches while typing; the form works without scripts. */}
			<form onSubmit={(event) => event.preventDefault()}>
				<TextField
					ref={field}
					label="Search by title or channel"
					type="search"
					name="q"
					autoComplete="off"
					maxLength={200}
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
				/>
			</form>
			<ArchiveList q={q} locked={locked} onChoose={choose} />
		</div>
	);
}

const DEBOUNCE_MS = 300;

/** The search text, which is stored in the address. */
function useArchiveSearch() {
	const [params, setParams] = useSearchParams();
	const q = params.get("q")?.trim() ?? "";
	const [typed, setTyped] = useState(q);
	const settled = useDebounced(typed.trim(), DEBOUNCE_MS);
	const shown = useRef(q);
	useEffect(() => {
		if (settled === shown.current) return;
		shown.current = settled;
		setParams(settled === "" ? {} : { q: settled }, { replace: true });
	}, [settled, setParams]);
	useEffect(() => {
		// A link or the Back button has changed the address.
		if (q === shown.current) return;
		shown.current = q;
		setTyped(q);
	}, [q]);
	return { typed, setTyped, q };
}

function ArchiveList({
	q,
	locked,
	onChoose,
}: {
	q: string;
	locked: boolean;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const { videos, problem, more, loading, loadMore, reload } = useArchive(q);
	return (
		<div className="flex flex-col gap-8">
			{videos?.length === 0 && q !== "" && (
				<EmptyState title="No videos found" text="Try different search terms" />
			)}
			{videos?.length === 0 && q === "" && (
				<EmptyState
					title="Nothing analyzed yet"
					text="Finished analyses appear here, newest first. Start the first one."
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
							<VideoCard video={video} heading="h2" locked={locked} onChoose={onChoose} />
						</li>
					))}
				</VideoGrid>
			)}
			{videos === undefined && problem === undefined && <VideoGridSkeleton count={6} />}
			<ListEnd problem={problem} more={more} loading={loading} onMore={loadMore} onRetry={reload} />
		</div>
	);
}

/** Every analysed video, newest first, page by page. */
function useArchive(q: string) {
	const served = useSWRConfig().fallback[keys.archive(null, q)];
	const { pages, ...list } = usePages<VideoPage>((cursor) => keys.archive(cursor, q), null, {
		revalidateFirstPage: false,
		revalidateOnFocus: false,
		...(served && { fallbackData: [served] }),
	});
	const videos: VideoSummary[] = [];
	const seen = new Set<string>();
	for (const video of pages?.flatMap((page) => page.videos) ?? []) {
		// A video that is analysed again moves up and may appear on two pages.
		if (!seen.has(video.id)) videos.push(video);
		seen.add(video.id);
	}
	return { ...list, videos: pages && videos };
}
