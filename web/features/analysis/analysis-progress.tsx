import type { Analysis } from "#contract/analysis.ts";
import { quoteWords } from "#contract/evidence-words.ts";
import { clockTime } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Video } from "#contract/video.ts";
import { PromptInjectionMark, StatementBadge } from "#web/ui/badges.tsx";
import { Button } from "#web/ui/button.tsx";
import { SimulatedBadge } from "#web/ui/marks.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { Thumbnail } from "#web/ui/thumbnail.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { ProviderProgress } from "./provider-progress.tsx";
import { RunScore, RunStage } from "./run-figures.tsx";

type Props = {
	/** undefined until the stream has sent it. */
	video: Video | undefined;
	/** null if the video cannot be watched elsewhere. */
	watchUrl: string | null;
	analysis: Analysis | null;
	/** The rated statements, newest last. */
	rated: readonly Statement[];
	ended: "completed" | "failed" | null;
	/** Whether the connection is currently lost. */
	lost: boolean;
	onClose: () => void;
	onResults: () => void;
};

/** The progress of a run, with the next steps when it ends. */
export function AnalysisProgress(props: Props) {
	const { ended, video, analysis, rated } = props;
	const completed = ended === "completed";
	return (
		<div className="mt-4 flex flex-col gap-5">
			<RunVideo video={video} watchUrl={props.watchUrl} failed={ended === "failed"} />
			{ended !== "failed" && (
				<>
					<RunStage video={video} analysis={analysis} completed={completed} />
					<div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 sm:grid-cols-[14rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr]">
						<RunScore video={video} analysis={analysis} rated={rated} completed={completed} />
						<div className="sm:row-span-2">
							<RatedList
								statements={rated}
								found={analysis?.claims_found ?? 0}
								completed={completed}
							/>
						</div>
						<ProviderProgress
							providers={analysis?.providers ?? []}
							simulated={video?.simulated ?? false}
						/>
					</div>
				</>
			)}
			{ended === null && <RunHint lost={props.lost} />}
			{ended !== "failed" && <NextSteps {...props} />}
		</div>
	);
}

/** Sticks to the bottom while the rest scrolls. */
function NextSteps({ ended, onClose, onResults }: Props) {
	return (
		<div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap gap-3 border-t border-line bg-raised px-5 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7">
			{ended === "completed" ? (
				<>
					<Button variant="primary" onClick={onResults}>
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
				? "Connection lost. The analysis continues, and we are reconnecting."
				: "Analysis typically takes 30-60 seconds. You can close this; the analysis continues."}
		</p>
	);
}

/** The analysed video. A failed run has no score, so it is not marked as simulated. */
function RunVideo({
	video,
	watchUrl,
	failed,
}: {
	/** undefined until the stream has sent it. */
	video: Video | undefined;
	/** null if the video cannot be watched elsewhere. */
	watchUrl: string | null;
	failed: boolean;
}) {
	const titled = video !== undefined && video.title !== "";
	return (
		<div className="flex items-start gap-4">
			<Thumbnail
				src={video?.thumbnail_url ?? ""}
				duration={video?.duration ?? null}
				eager
				className="w-28 shrink-0 sm:w-36"
			/>
			<div className="min-w-0 grow">
				{titled && (
					<>
						<p className="line-clamp-2 font-serif leading-snug font-semibold">{video.title}</p>
						<p className="text-sm text-muted">{video.channel_name}</p>
					</>
				)}
				{!titled && !failed && (
					<>
						<Skeleton className="mb-2 h-5 w-full" />
						<Skeleton className="h-4 w-1/2" />
					</>
				)}
				{video?.simulated && !failed && <SimulatedBadge />}
				{watchUrl !== null && (
					<p className="mt-1 text-sm">
						<OutsideLink href={watchUrl}>Open in new tab</OutsideLink>
					</p>
				)}
			</div>
		</div>
	);
}

/** The rated statements, newest first, above placeholders for those to come. */
function RatedList({
	statements,
	found,
	completed,
}: {
	/** In the order in which they were rated. */
	statements: readonly Statement[];
	/** The number of statements that the run has found. */
	found: number;
	completed: boolean;
}) {
	return (
		<section
			aria-label={completed ? "Rated statements" : "Statements rated so far"}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls and has no control, so only a tab stop lets the keyboard scroll it.
			tabIndex={0}
			className="h-52 overflow-y-auto overscroll-contain border-y border-line sm:h-0 sm:min-h-full"
		>
			{statements.length === 0 ? (
				<p className="py-4 text-sm text-muted">{waitingWords(found, completed)}</p>
			) : (
				<ol reversed className="flex flex-col divide-y divide-line">
					{statements.toReversed().map((statement) => (
						<RatedStatement key={statement.id} statement={statement} />
					))}
				</ol>
			)}
		</section>
	);
}

function RatedStatement({ statement }: { statement: Statement }) {
	const { ratings, timestamp, timestamp_source } = statement;
	return (
		<li className="appear flex flex-col gap-1 py-2.5">
			<p className="flex items-center justify-between gap-3">
				<StatementBadge
					mark={statementMark(statement, "panel")}
					score={statement.ai_score}
					simulated={ratings.some(({ status }) => status === "simulated")}
				/>
				{timestamp_source !== "unknown" && (
					<span className="text-xs text-muted">
						{timestamp_source === "estimated" && "≈ "}
						{clockTime(timestamp)}
					</span>
				)}
			</p>
			{statement.aimed_at_raters && (
				<p>
					<PromptInjectionMark />
				</p>
			)}
			<p className="line-clamp-2 font-serif leading-snug">
				“{quoteWords(statement.quote || statement.content)}”
			</p>
		</li>
	);
}

function waitingWords(found: number, completed: boolean): string {
	if (completed) return "No Statements Found";
	return found === 0
		? "Statements appear here as they are found and rated."
		: `${found} found. Waiting for the first ratings.`;
}
