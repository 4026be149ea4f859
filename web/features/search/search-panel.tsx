import { type MouseEvent, Suspense, useState } from "react";
import { viewsWords } from "#contract/format.ts";
import { shownScore } from "#contract/score-standing.ts";
import type { SearchAnswer, SearchResult } from "#contract/video.ts";
import { findLink } from "#web/features/analysis/find-link.ts";
import { MomentOffer } from "#web/features/analysis/moment-offer.tsx";
import { paths } from "#web/paths.ts";
import { CoverageNote, ResultBadge } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { formatRelativeDay } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { NO_STATEMENTS, StatementHit } from "./statement-hit.tsx";

const KINDS = { results: "Videos", statements: "Statements" } as const;
type Kind = keyof typeof KINDS;

const NOTHING: Record<Kind, { title: string; text: string }> = {
	results: { title: "No videos found", text: "Try different search terms" },
	statements: NO_STATEMENTS,
};

const FollowFoundChannels = lazyComponent(
	async () => (await import("#web/features/follows/follow-buttons.tsx")).FollowFoundChannels,
);

/** The videos found so far, or the statements. */
export function SearchPanel({
	text,
	found,
	problem,
	locked,
	onClose,
	onChoose,
}: {
	/** What is searched for. It may be a link, which can be analyzed. */
	text: string;
	/** undefined while loading. */
	found: SearchAnswer | undefined;
	problem: string | undefined;
	locked: boolean;
	onClose: () => void;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const [kind, setKind] = useState<Kind>("results");
	const link = findLink(text);
	const loading = found === undefined && problem === undefined;
	return (
		<section
			aria-label="Search results"
			className="absolute inset-x-0 top-full z-30 mt-1 max-h-[70dvh] overflow-y-auto border border-rule bg-raised shadow-lift md:-inset-x-6"
		>
			<div className="flex items-center justify-between gap-4 border-b border-line pl-4">
				<div role="status">
					<h2 className="text-sm font-semibold">
						{loading ? "Searching..." : `Search Results (${found?.[kind].length ?? 0})`}
					</h2>
				</div>
				<button
					type="button"
					aria-label="Close search results"
					onClick={onClose}
					className="grid size-11 place-items-center hover:bg-sunken"
				>
					<Icon name="close" />
				</button>
			</div>
			{link !== null && (
				<div className="border-b border-line p-4">
					<MomentOffer key={link} url={link} />
				</div>
			)}
			{loading && <p className="waiting px-4 py-6 text-sm text-muted">Searching videos...</p>}
			{problem !== undefined && (
				<p role="alert" className="px-4 py-6 text-sm">
					{problem}
				</p>
			)}
			{/* Nobody looks for a title in the words of a link. */}
			{found !== undefined && (link === null || found[kind].length > 0) && (
				<>
					<fieldset className="flex flex-wrap gap-2 border-b border-line p-2">
						<legend className="sr-only">What to show</legend>
						{(Object.keys(KINDS) as Kind[]).map((choice) => (
							<button
								key={choice}
								type="button"
								aria-pressed={choice === kind}
								onClick={() => setKind(choice)}
								className="min-h-11 rounded-md border border-line bg-raised px-3 text-sm hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
							>
								{KINDS[choice]} ({found[choice].length})
							</button>
						))}
					</fieldset>
					{found[kind].length === 0 && (
						<div className="px-4 py-6">
							<p className="font-semibold">{NOTHING[kind].title}</p>
							<p className="text-sm text-muted">{NOTHING[kind].text}</p>
						</div>
					)}
					<ul className="divide-y divide-line">
						{kind === "results"
							? found.results.map((result) => (
									<SearchHit key={result.id} result={result} locked={locked} onChoose={onChoose} />
								))
							: found.statements.map((statement) => (
									<StatementHit
										key={statement.id}
										statement={statement}
										locked={locked}
										onChoose={onChoose}
									/>
								))}
					</ul>
					{kind === "results" && (
						<Suspense fallback={null}>
							<FollowFoundChannels results={found.results} />
						</Suspense>
					)}
				</>
			)}
		</section>
	);
}

export function SearchHit({
	result,
	locked,
	onChoose,
}: {
	result: SearchResult;
	locked: boolean;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const path = paths.results(result.id);
	const facts = [
		...(result.view_count === null ? [] : [viewsWords(result.view_count)]),
		formatRelativeDay(result.created_at),
	];
	return (
		<li>
			<a
				href={path}
				onClick={(event) => onChoose(path, event)}
				className="flex items-start gap-3 p-3 hover:bg-sunken focus-visible:-outline-offset-4"
			>
				<Thumbnail src={result.thumbnail_url} className="w-24 shrink-0" />
				<span className="flex min-w-0 grow flex-col gap-0.5">
					<ForeignText className="line-clamp-2 font-serif leading-snug font-semibold">
						{result.title}
					</ForeignText>
					<span className="text-xs text-muted">
						<ForeignText>{result.channel_name}</ForeignText> · {facts.join(" · ")}
					</span>
					<span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
						<ResultBadge result={result} />
						<CoverageNote result={result} />
						{shownScore(result) !== null && (
							<span>
								{result.simulated ? "Simulated" : "AI"}: {result.confidence_level}%
							</span>
						)}
						{locked && (
							<span className="inline-flex items-center gap-1 text-muted">
								<Icon name="lock" />
								Login Required
							</span>
						)}
					</span>
				</span>
			</a>
		</li>
	);
}
