import type { MouseEvent, ReactNode } from "react";
import { findingWords } from "#contract/finding.ts";
import { formatUtcDate, viewsWords } from "#contract/format.ts";
import { shownScore } from "#contract/score-standing.ts";
import { NOTHING_TO_CHECK } from "#contract/texts.ts";
import type { VideoSummary } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { CoverageNote, ResultBadge, SimulatedBadge } from "./badges.tsx";
import { Facts } from "./facts.tsx";
import { ForeignText } from "./foreign-text.tsx";
import { agreementWords } from "./format.ts";
import { Icon } from "./icon.tsx";
import { PercentBar } from "./meter.tsx";
import { Thumbnail } from "./thumbnail.tsx";
import { Skeleton } from "./view-states.tsx";

/** One analysed video, as a link to its report. */
export function VideoCard({
	video,
	heading: Heading = "h3",
	locked,
	onChoose,
}: {
	video: VideoSummary;
	/** The heading level that fits the surrounding page. */
	heading?: "h2" | "h3";
	/** Whether the visitor has to sign in first. */
	locked: boolean;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const path = paths.results(video.id);
	return (
		<article className="group relative flex flex-col gap-3 border-t-2 border-ink pt-3">
			<div className="relative">
				<Thumbnail src={video.thumbnail_url} duration={video.duration} />
				<span className="absolute top-1.5 left-1.5 flex">
					{video.claims_count === 0 && video.scope === "full" ? (
						<span className="rounded-sm border border-rule bg-raised px-1.5 py-0.5 text-xs leading-5 font-semibold text-muted">
							{NOTHING_TO_CHECK.title}
						</span>
					) : (
						<ResultBadge result={video} />
					)}
				</span>
				{locked && <LoginOverlay />}
			</div>
			<div className="flex grow flex-col gap-1">
				<Heading className="font-serif text-lg leading-snug font-semibold">
					<a
						href={path}
						onClick={(event) => onChoose(path, event)}
						className="decoration-1 underline-offset-4 group-hover:underline after:absolute after:inset-0"
					>
						<ForeignText className="line-clamp-3">{video.title}</ForeignText>
					</a>
				</Heading>
				<ForeignText as="p" className="text-sm text-muted">
					{video.channel_name}
				</ForeignText>
				{shownScore(video) !== null && <p className="font-semibold">{findingWords(video).short}</p>}
				<p className="flex flex-wrap items-center gap-x-3 empty:hidden">
					<CoverageNote result={video} />
					{video.simulated && <SimulatedBadge />}
				</p>
			</div>
			<dl className="grid grid-cols-2 gap-4 text-xs text-muted">
				{shownScore(video) !== null && (
					<Share
						name={video.simulated ? "Simulated confidence" : "AI confidence"}
						percent={video.confidence_level}
					/>
				)}
				<Share
					name="Community agreement"
					percent={video.community_agreement}
					words={agreementWords(video.community_agreement, (video.votes_held ?? video).total_votes)}
					none={video.votes_held?.statements ? "Being checked" : "No votes yet"}
				/>
			</dl>
			<VideoMeta
				views={video.view_count}
				published={video.published_at}
				analyzed={video.updated_at}
			/>
		</article>
	);
}

function Share(props: {
	name: string;
	percent: number | null;
	/** The percentage in words, because the number alone is not clear. */
	words?: string;
	none?: string;
}) {
	return (
		<div className="flex flex-col gap-0.5">
			<dt>{props.name}</dt>
			<dd className="flex flex-col gap-1">
				{props.percent === null ? (
					<span className="text-sm">{props.none}</span>
				) : (
					<>
						<span className="text-sm font-semibold text-ink">
							{props.words ?? `${props.percent}%`}
						</span>
						<PercentBar label={props.name} percent={props.percent} />
					</>
				)}
			</dd>
		</div>
	);
}

function LoginOverlay() {
	return (
		<span className="absolute inset-0 grid place-items-center bg-ink/85 p-4 text-center text-sm text-ground opacity-0 transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100">
			<span>
				<strong className="flex items-center justify-center gap-1.5">
					<Icon name="lock" />
					Login Required
				</strong>
				Sign in to view full analysis
			</span>
		</span>
	);
}

/** Cards side by side, as many as fit. */
export function VideoGrid({ children }: { children: ReactNode }) {
	return <ul className="grid gap-x-7 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">{children}</ul>;
}

/** The grid while its videos are loading. */
export function VideoGridSkeleton({ count }: { count: number }) {
	const places = Array.from({ length: count }, (_, index) => `place-${index}`);
	return (
		<VideoGrid>
			{places.map((place) => (
				<li key={place} className="flex flex-col gap-3 border-t-2 border-line pt-3">
					<Skeleton className="aspect-video" />
					<Skeleton className="h-6 w-4/5" />
					<Skeleton className="h-4 w-2/5" />
					<Skeleton className="h-12" />
				</li>
			))}
		</VideoGrid>
	);
}

/** Views, publication and analysis in one line. */
function VideoMeta({
	views,
	published,
	analyzed,
}: {
	views: number | null;
	published: string | null;
	analyzed: string | null;
}) {
	const parts = [
		...(views === null ? [] : [viewsWords(views)]),
		...(published === null ? [] : [`Published ${formatUtcDate(published)}`]),
		...(analyzed === null ? [] : [`Analyzed ${formatUtcDate(analyzed)}`]),
	];
	return <Facts facts={parts} className="text-xs text-muted" />;
}
