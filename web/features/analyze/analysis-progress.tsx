import type { Analysis } from "#contract/analysis.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { Button } from "#web/ui/button.tsx";
import { ProviderTicks } from "#web/ui/provider-ticks.tsx";
import { RatedList } from "./rated-list.tsx";
import { RunScore, RunStage } from "./run-figures.tsx";
import { RunVideo } from "./run-video.tsx";

type Props = {
	/** undefined until the stream has told. */
	video: Video | undefined;
	/** null where there is nothing to watch elsewhere. */
	watchUrl: string | null;
	analysis: Analysis | null;
	/** What has been rated, the newest last. */
	rated: readonly Statement[];
	ended: "completed" | "failed" | null;
	/** No connection stands right now. */
	lost: boolean;
	onClose: () => void;
	onResults: () => void;
};

/** How far a run is, with the next step at its end. */
export function AnalysisProgress(props: Props) {
	const { ended, video, analysis, rated } = props;
	const completed = ended === "completed";
	return (
		<div className="mt-4 flex flex-col gap-5">
			<RunVideo video={video} watchUrl={props.watchUrl} />
			{ended !== "failed" && (
				<>
					<RunStage analysis={analysis} completed={completed} />
					<div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 sm:grid-cols-[14rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr]">
						<RunScore
							video={video}
							analysis={analysis}
							rated={rated.length}
							completed={completed}
						/>
						<div className="sm:row-span-2">
							<RatedList
								statements={rated}
								found={analysis?.claims_found ?? 0}
								completed={completed}
							/>
						</div>
						<ProviderTicks providers={analysis?.providers ?? []} />
					</div>
				</>
			)}
			{ended === null && <RunHint lost={props.lost} />}
			{ended !== "failed" && <NextSteps {...props} />}
		</div>
	);
}

/** Stays in reach while the rest scrolls. */
function NextSteps({ ended, onClose, onResults }: Props) {
	return (
		<div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap gap-3 border-t border-line bg-raised px-5 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7">
			{ended === "completed" ? (
				<>
					<Button look="primary" onClick={onResults}>
						View Detailed Results
					</Button>
					<Button onClick={onClose}>Close</Button>
				</>
			) : (
				<Button onClick={onClose}>Continue in Background</Button>
			)}
		</div>
	);
}

function RunHint({ lost }: { lost: boolean }) {
	return (
		<p className="text-sm text-muted">
			{lost
				? "The connection was lost. The analysis goes on without it; we are trying to reach it again."
				: "Analysis typically takes 30-60 seconds. You can close this; it goes on without you."}
		</p>
	);
}
