import type { MouseEvent } from "react";
import useSWR from "swr";
import { statementAnchor } from "#contract/addresses.ts";
import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { plural } from "#contract/format.ts";
import type { Report } from "#contract/video.ts";
import { keys } from "#web/api/keys.ts";
import { paths } from "#web/paths.ts";
import { BandIcon } from "#web/ui/band-badge.tsx";
import { BAND_CLASSES } from "#web/ui/bands.ts";
import { Gauge } from "#web/ui/gauge.tsx";
import { SimulatedMark } from "#web/ui/marks.tsx";
import { Timeline } from "#web/ui/timeline.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { ScaleLegend } from "../pages/scale-legend.tsx";
import { useRecent } from "./recent-videos.tsx";

export function HomeExample({
	onChoose,
}: {
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const { report, loading } = useExample();
	if (report !== null && report.statements.length > 0) {
		return <ExampleReport report={report} onChoose={onChoose} />;
	}
	return loading ? <Skeleton className="h-105" /> : <ScaleLegend />;
}

/** A real report in small: what a reader gets for a link. */
export function ExampleReport({
	report,
	onChoose,
}: {
	report: Report;
	onChoose: (path: string, event: MouseEvent) => void;
}) {
	const { video, statements } = report;
	const band = bandFor(video.bs_score);
	const path = paths.results(video.id);
	return (
		<section
			aria-label="Latest report"
			className="flex flex-col gap-4 border border-rule bg-raised p-5"
		>
			<div className="flex items-baseline justify-between gap-4 border-b border-line pb-2">
				<h2 className="eyebrow">Latest report</h2>
				{video.simulated && <SimulatedMark />}
			</div>
			<p className="font-serif text-lg leading-snug font-semibold">
				<a
					href={path}
					onClick={(event) => onChoose(path, event)}
					className="decoration-1 underline-offset-4 hover:underline"
				>
					{video.title}
				</a>
				<span className="block font-sans text-sm font-normal text-muted">
					{video.channel_name}
				</span>
			</p>
			<div className="mx-auto w-full max-w-70">
				<Gauge
					score={video.bs_score}
					confidence={video.confidence_level}
					simulated={video.simulated}
				/>
			</div>
			<div className="text-center">
				<p
					className={`flex items-center justify-center gap-2 font-serif text-xl font-semibold ${BAND_CLASSES[band].text}`}
				>
					<BandIcon
						band={band}
						simulated={video.simulated}
						className="size-6"
					/>
					{BAND_WORDS[band].video}
				</p>
				<p className="text-sm text-muted">
					{plural(statements.length, "statement")} rated at{" "}
					{video.confidence_level}% confidence
				</p>
			</div>
			<Timeline
				duration={video.duration}
				simulated={video.simulated}
				marks={statements.map((statement) => ({
					id: statement.id,
					timestamp: statement.timestamp,
					score: statement.ai_score,
					quote: statement.quote || statement.content,
					estimated: statement.timestamp_source === "estimated",
				}))}
				hrefOf={(id) => `${path}#${statementAnchor(id)}`}
				onChoose={(id, event) =>
					onChoose(`${path}#${statementAnchor(id)}`, event)
				}
			/>
		</section>
	);
}

/** The newest report with something in it; null when there is none yet. */
function useExample(): { report: Report | null; loading: boolean } {
	const recent = useRecent();
	const id = recent.data?.videos.find((video) => video.claims_count > 0)?.id;
	const { data, isLoading } = useSWR<Report>(
		id === undefined ? null : keys.report(id),
		{ revalidateOnFocus: false },
	);
	return { report: data ?? null, loading: recent.isLoading || isLoading };
}
