import type { Analysis } from "#contract/analysis.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { BandBadge } from "#web/ui/band-badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { PercentBar } from "#web/ui/percent-bar.tsx";
import { SimulatedMark } from "#web/ui/simulated-mark.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { RunCounters } from "./run-counters.tsx";
import { stageLabel } from "./stage-label.ts";

type Props = {
	/** undefined until the stream has told. */
	video: Video | undefined;
	/** null where there is nothing to watch elsewhere. */
	watchUrl: string | null;
	analysis: Analysis | null;
	latest: Statement | null;
	ended: "completed" | "failed" | null;
	/** No connection stands right now. */
	lost: boolean;
	onClose: () => void;
	onResults: () => void;
};

/** How far a run is, with the next step at its end. */
export function AnalysisProgress(props: Props) {
	const { ended } = props;
	return (
		<div className="mt-4 flex flex-col gap-5">
			<RunVideo {...props} />
			{ended !== "failed" && <RunFigures {...props} />}
			{ended === null && <RunHints {...props} />}
			{ended === null && (
				<Button onClick={props.onClose}>Continue in Background</Button>
			)}
			{ended === "completed" && (
				<div className="flex flex-wrap gap-3">
					<Button look="primary" onClick={props.onResults}>
						View Detailed Results
					</Button>
					<Button onClick={props.onClose}>Close</Button>
				</div>
			)}
		</div>
	);
}

function RunFigures({ video, analysis, ended }: Props) {
	const figures =
		ended === "completed"
			? {
					step: null,
					percent: 100,
					score: video?.bs_score ?? 0,
					claims: video?.claims_count ?? 0,
				}
			: {
					step: analysis?.analysis_step ?? null,
					percent: analysis?.progress ?? 0,
					score: analysis?.bs_score ?? 0,
					claims: analysis?.claims_found ?? 0,
				};
	const label = stageLabel(figures.step, ended === "completed");
	return (
		<>
			<div className="flex flex-col gap-2">
				<p className="flex items-baseline justify-between gap-4">
					<span role="status" className="font-semibold">
						{label}
					</span>
					<span className="text-lg font-semibold">
						{figures.percent.toFixed(1)}%
					</span>
				</p>
				<PercentBar
					role="progressbar"
					label={label}
					percent={figures.percent}
					className="h-2"
				/>
			</div>
			<RunCounters
				score={figures.score}
				claims={figures.claims}
				simulated={video?.simulated ?? false}
			/>
		</>
	);
}

function RunVideo({ video, watchUrl }: Props) {
	return (
		<div className="flex items-start gap-4">
			<Thumbnail
				src={video?.thumbnail_url ?? ""}
				duration={video?.duration ?? null}
				eager
				className="w-32 shrink-0 sm:w-40"
			/>
			<div className="min-w-0 grow">
				{video === undefined || video.title === "" ? (
					<>
						<Skeleton className="mb-2 h-5 w-full" />
						<Skeleton className="h-4 w-1/2" />
					</>
				) : (
					<>
						<p className="line-clamp-3 font-serif leading-snug font-semibold">
							{video.title}
						</p>
						<p className="text-sm text-muted">{video.channel_name}</p>
					</>
				)}
				{video?.simulated && <SimulatedMark />}
				{watchUrl !== null && (
					<p className="mt-1 text-sm">
						<OutsideLink href={watchUrl}>Open in new tab</OutsideLink>
					</p>
				)}
			</div>
		</div>
	);
}

function RunHints({ latest, lost }: Props) {
	return (
		<>
			{latest !== null && (
				<p key={latest.id} className="appear border-l-2 border-line pl-3">
					<BandBadge
						score={latest.ai_score}
						simulated={latest.ratings.some((r) => r.status === "simulated")}
					/>
					<span className="mt-1 line-clamp-2 font-serif">“{latest.quote}”</span>
				</p>
			)}
			<p className="text-sm text-muted">
				{lost
					? "The connection was lost. The analysis goes on without it; we are trying to reach it again."
					: "Analysis typically takes 30-60 seconds. You can close this; it goes on without you."}
			</p>
		</>
	);
}
