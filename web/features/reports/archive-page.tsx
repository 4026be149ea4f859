import { type MouseEvent, useEffect, useRef, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import useSWR, { useSWRConfig } from "swr";
import { archiveQuery } from "#contract/addresses.ts";
import type { SearchAnswer, VideoPage, VideoSummary } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useGatedNavigation } from "#web/features/accounts/auth-context.ts";
import { findLink } from "#web/features/analysis/find-link.ts";
import { MomentOffer } from "#web/features/analysis/moment-offer.tsx";
import { NO_STATEMENTS, StatementHit } from "#web/features/search/statement-hit.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/form-fields.tsx";
import { ListEnd } from "#web/ui/list-end.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";
import { useDebounced, useTypedBefore } from "#web/ui/use-typed.ts";
import { VideoCard, VideoGrid, VideoGridSkeleton } from "#web/ui/video-card.tsx";
import { EmptyState, Loading } from "#web/ui/view-states.tsx";

export function ArchivePage() {
	useDocumentTitle("All analyses");
	const { locked, choose } = useGatedNavigation();
	const { typed, setTyped, query } = useArchiveSearch();
	const field = useRef<HTMLInputElement>(null);
	useTypedBefore(field, setTyped);
	const scope = query.get("scope") ?? "";
	const statements = scope === "statements";
	const link = findLink(typed);
	const List = statements ? StatementList : ArchiveList;
	return (
		<div className="page-width min-h-dvh flex flex-col gap-8 py-8 sm:py-12">
			<div className="flex flex-col gap-2">
				<PageHeading>All Analyses</PageHeading>
				<p className="text-muted">
					{statements ? "What was said and checked here" : "Videos checked here"}, newest first.
				</p>
			</div>
			<ArchiveTabs query={query} />
			{/* Searches while typing; the form works without scripts. */}
			<form onSubmit={(event) => event.preventDefault()}>
				{scope !== "full" && <input type="hidden" name="scope" value={scope} />}
				<TextField
					ref={field}
					label={statements ? "Search by what was said" : "Search by title or channel"}
					type="search"
					name="q"
					autoComplete="off"
					maxLength={200}
					value={typed}
					onChange={(event) => setTyped(event.target.value)}
				/>
			</form>
			{/* Nobody looks for a title in the words of a link. */}
			{link === null ? (
				<List query={query} locked={locked} onChoose={choose} />
			) : (
				<MomentOffer key={link} url={link} />
			)}
		</div>
	);
}

/** The search text, which is stored in the address. */
function useArchiveSearch() {
	const [params, setParams] = useSearchParams();
	const query = archiveQuery(params);
	const q = query.get("q") ?? "";
	const [typed, setTyped] = useState(q);
	const settled = useDebounced(typed.trim());
	const shown = useRef(q);
	useEffect(() => {
		if (settled === shown.current) return;
		shown.current = settled;
		setParams(
			(now) => {
				if (settled === "") now.delete("q");
				else now.set("q", settled);
				return now;
			},
			{ replace: true },
		);
	}, [settled, setParams]);
	useEffect(() => {
		// A link or the Back button has changed the address.
		if (q === shown.current) return;
		shown.current = q;
		setTyped(q);
	}, [q]);
	return { typed, setTyped, query };
}

const TABS = [
	{ scope: "full", label: "Whole videos" },
	{ scope: "moments", label: "Moments" },
	{ scope: "statements", label: "Statements" },
] as const;

/** Links, so that each list has an address. A search stays when the list changes. */
function ArchiveTabs({ query }: { query: URLSearchParams }) {
	return (
		<nav
			aria-label="What was checked"
			className="flex flex-wrap gap-x-1 border-b border-rule sm:gap-x-2"
		>
			{TABS.map(({ scope, label }) => (
				<Link
					key={scope}
					to={{ search: listAddress(query, scope) }}
					aria-current={query.get("scope") === scope ? "page" : undefined}
					className="-mb-px inline-flex min-h-11 items-center border-b-4 border-transparent px-1.5 font-semibold whitespace-nowrap no-underline hover:border-rule aria-[current]:border-ink sm:px-3"
				>
					{label}
				</Link>
			))}
		</nav>
	);
}

function listAddress(query: URLSearchParams, scope: string): string {
	const address = new URLSearchParams(query);
	// Its own address is the shorter one.
	if (scope === "full") address.delete("scope");
	else address.set("scope", scope);
	return address.toString();
}

type ListProps = {
	query: URLSearchParams;
	locked: boolean;
	onChoose: (path: string, event: MouseEvent) => void;
};

/** The most statements that a search returns. */
const MOST_FOUND = 10;

/** The statements that contain the words. */
function StatementList({ query, ...hit }: ListProps) {
	const q = query.get("q") ?? "";
	const { data, error, mutate } = useSWR<SearchAnswer, ApiProblem>(
		q === "" ? null : keys.search(q),
		{ revalidateOnFocus: false, shouldRetryOnError: false },
	);
	if (q === "") return <EmptyState {...NOT_ASKED} />;
	if (data?.statements.length === 0)
		return (
			<EmptyState {...NO_STATEMENTS}>
				<Link to={paths.home()} className={buttonClass("primary")}>
					Analyze a Video
				</Link>
			</EmptyState>
		);
	if (data === undefined)
		return <Loading problem={error} retry={mutate} className="h-96 max-w-3xl" />;
	return (
		<div className="flex max-w-3xl flex-col gap-4">
			<ul className="divide-y divide-line border-t-2 border-ink">
				{data.statements.map((statement) => (
					<StatementHit key={statement.id} statement={statement} {...hit} />
				))}
			</ul>
			{data.statements.length === MOST_FOUND && (
				<p className="text-sm text-muted">
					{`These are the newest ${MOST_FOUND}. Add a word to narrow the search.`}
				</p>
			)}
		</div>
	);
}

const NOT_ASKED = {
	title: "Has anyone checked this?",
	text: "Type a few words of what you heard. Statements that have all of them appear here, each with its verdict.",
};

function ArchiveList({ query, locked, onChoose }: ListProps) {
	const { videos, problem, more, loading, loadMore, reload } = useArchive(query);
	const searched = query.has("q");
	const moments = query.get("scope") === "moments";
	return (
		<div className="flex flex-col gap-8">
			{videos?.length === 0 && searched && (
				<EmptyState title="No videos found" text="Try different search terms" />
			)}
			{videos?.length === 0 && !searched && moments && (
				<EmptyState
					title="No moments checked yet"
					text="Open a report to check single moments: at the player's time, or words in the transcript. Videos of which only moments were checked appear here."
				/>
			)}
			{videos?.length === 0 && !searched && !moments && (
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

/** The results of one list, newest first, page by page. */
function useArchive(query: URLSearchParams) {
	const served = useSWRConfig().fallback[keys.archive(null, query)];
	const { pages, ...list } = usePages<VideoPage>((cursor) => keys.archive(cursor, query), null, {
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
