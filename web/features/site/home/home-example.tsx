import type { MouseEvent } from "react";
import { statementAnchor } from "#contract/addresses.ts";
import { findingWords } from "#contract/finding.ts";
import { scoreStanding, shownScore } from "#contract/score-standing.ts";
import type { VideoSummary } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { ResultVerdict, SimulatedBadge } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Gauge } from "#web/ui/gauge.tsx";
import { Timeline } from "#web/ui/timeline.tsx";
import { timelineMarks } from "#web/ui/timeline-layout.ts";
import { Skeleton } from "#web/ui/view-states.tsx";
import { ScaleLegend } from "../pages/scale-legend.tsx";
import { type Example, ExampleSkeleton } from "./use-recent.tsx";

type ReportLinks = {
	/** Opens the report. */
	onChoose: (path: string, event: MouseEvent) => void;
	/** Opens a statement of it, which is free to read for everyone. */
	onMark: (path: string, event: MouseEvent) => void;
};

/** A summary of the newest report, or an explanation of scores if there is none. */
export function HomeExample({ video, loading, ...report }: Example & ReportLinks) {
	if (video !== null) return <ExampleReport video={video} {...report} />;
	return loading ? <ExampleSkeleton /> : <ScaleLegend />;
}

export function ExampleReport({
	video,
	statements,
	is_sample = false,
	onChoose,
	onMark,
}: Pick<Example, "statements"> &
	Partial<Pick<Example, "is_sample">> &
	ReportLinks & { video: VideoSummary }) {
	const title = is_sample ? "A sample report" : "Latest report";
	const standing = scoreStanding(video);
	const score = shownScore(video);
	const path = paths.results(video.id);
	return (
		<section aria-label={title} className="flex flex-col gap-4 border border-rule bg-raised p-5">
			<div className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
				<h2 className="eyebrow">{title}</h2>
				{video.simulated && <SimulatedBadge />}
			</div>
			<p className="font-serif text-lg leading-snug font-semibold">
				<a
					href={path}
					onClick={(event) => onChoose(path, event)}
					className="decoration-1 underline-offset-4 hover:underline"
				>
					<ForeignText className="block">{video.title}</ForeignText>
				</a>
				<ForeignText className="block font-sans text-sm font-normal text-muted">
					{video.channel_name}
				</ForeignText>
			</p>
			<div className="mx-auto w-full max-w-70">
				<Gauge
					score={score}
					confidence={video.confidence_level}
					simulated={video.simulated}
					standing={standing}
					coverage={video.coverage}
					interval={video.interval}
				/>
			</div>
			<div className="text-center">
				<ResultVerdict result={video} />
				{score !== null && <p className="text-sm text-muted">{findingWords(video).sentence}</p>}
			</div>
			{statements === null && <Skeleton className="h-16" />}
			{statements !== null && statements.length > 0 && (
				<Timeline
					duration={video.duration}
					simulated={video.simulated}
					marks={timelineMarks(statements)}
					hrefOf={(id) => `${path}#${statementAnchor(id)}`}
					onChoose={(id, event) => onMark(`${path}#${statementAnchor(id)}`, event)}
				/>
			)}
		</section>
	);
}
