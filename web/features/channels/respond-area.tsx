import { Link } from "react-router-dom";
import type { Creator } from "#contract/claims.ts";
import { isolated, plural } from "#contract/format.ts";
import type { CreatorResponse } from "#contract/responses.ts";
import type { Report, VideoPage } from "#contract/video.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { keys, withCursor } from "#web/api/keys.ts";
import { fetchJson } from "#web/api/request.ts";
import { usePages } from "#web/api/use-pages.ts";
import { paths } from "#web/paths.ts";
import { CoverageNote, ResultBadge, StatusBadge } from "#web/ui/badges.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { formatDayWithin, truncate } from "#web/ui/format.ts";
import { EmptyState, Loading, ProblemNotice } from "#web/ui/view-states.tsx";

/** The analyses of the member's verified channels, to respond to. */
export function RespondArea({
	creators,
	problem,
	onRetry,
	onView,
}: {
	/** undefined while unknown. */
	creators: Creator[] | undefined;
	problem: ApiProblem | undefined;
	onRetry: () => void;
	onView: (view: string) => void;
}) {
	return (
		<div className="flex max-w-3xl flex-col gap-8">
			<h2 className="heading">Respond to Analysis</h2>
			{creators === undefined && <Loading problem={problem} retry={onRetry} className="h-60" />}
			{creators?.length === 0 && (
				<EmptyState
					title="No pending responses"
					text="You can respond once one of your claims on a channel is verified."
				>
					<Button onClick={() => onView("manage")}>Manage Claims</Button>
				</EmptyState>
			)}
			{creators?.map((creator) => (
				<ChannelVideos key={creator.id} creator={creator} />
			))}
		</div>
	);
}

/** One verified channel: its figures, and which analyses have no response yet. */
function ChannelVideos({ creator }: { creator: Creator }) {
	const { reports, problem, more, loading, loadMore, reload } = useChannelVideos(
		creator.channel_id,
	);
	const pending = reports?.filter((report) => responseTo(report) === undefined).length ?? 0;
	const title = `channel-${creator.id}`;
	return (
		<section aria-labelledby={title} className="flex flex-col gap-4">
			<div className="border-t-2 border-ink pt-3">
				<h3 id={title} className="font-serif text-lg font-semibold">
					<ForeignText>{creator.channel_name}</ForeignText>
				</h3>
				<Facts facts={channelFacts(creator)} className="text-sm text-muted" />
			</div>
			{reports === undefined && <Loading problem={problem} retry={reload} className="h-40" />}
			{reports !== undefined && (
				<p className="font-semibold">
					{pending > 0
						? `${plural(pending, "analysis waits", "analyses wait")} for your response`
						: more
							? "No pending responses among those listed"
							: "No pending responses"}
				</p>
			)}
			{reports !== undefined && reports.length > 0 && (
				<ul>
					{reports.map((report) => (
						<AnsweredVideo key={report.video.id} report={report} />
					))}
				</ul>
			)}
			{reports !== undefined && more && (
				<>
					<p className="text-sm text-muted">
						The latest {reports.length} of {plural(creator.total_videos, "analyzed video")} are
						listed.
					</p>
					<Button busy={loading} onClick={loadMore} className="self-center">
						{loading ? "Loading…" : "Load More"}
					</Button>
				</>
			)}
			{reports !== undefined && problem !== undefined && <ProblemNotice detail={problem.message} />}
		</section>
	);
}

function channelFacts({ total_videos, avg_bs_score }: Creator) {
	const parts = [plural(total_videos, "analyzed video")];
	if (avg_bs_score !== null) {
		parts.push(`average BS score ${Math.round(avg_bs_score)}`);
	}
	return parts;
}

/** Enough of a response to recognise it. */
const MAX_CHARS = 200;

/** One analysed video of the member's channel, with the response to it. */
function AnsweredVideo({ report }: { report: Report }) {
	const { video } = report;
	const answer = responseTo(report);
	const to_statements = publishedResponses(report).filter((each) => each !== answer);
	const title = video.title || "Untitled video";
	return (
		<li className="flex flex-col gap-3 border-t border-line py-4">
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
				<div className="min-w-0">
					<ForeignText as="p" className="font-serif text-lg font-semibold">
						{title}
					</ForeignText>
					<p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
						{video.claims_count > 0 && <ResultBadge result={video} />}
						<CoverageNote result={video} />
						{plural(video.claims_count, "statement")} · Analyzed {formatDayWithin(video.updated_at)}
					</p>
				</div>
				<StatusBadge
					word={answer === undefined ? "Waiting for you" : "Responded"}
					icon={answer === undefined ? "clock" : "check"}
				/>
			</div>
			{answer !== undefined && <Answer answer={answer} />}
			{to_statements.length > 0 && (
				<p className="text-sm text-muted">
					You have also answered {plural(to_statements.length, "statement")}.
				</p>
			)}
			<Link
				to={paths.responses(video.id)}
				className={buttonClass(answer === undefined ? "primary" : "secondary", "self-start")}
			>
				{answer === undefined ? "Respond" : "Edit or Withdraw"}
				<span className="sr-only">: {isolated(title)}</span>
			</Link>
		</li>
	);
}

function Answer({ answer }: { answer: CreatorResponse }) {
	return (
		<div className="border-l-4 border-rule pl-4">
			<ForeignText as="p" className="[overflow-wrap:anywhere]">
				{truncate(answer.body, MAX_CHARS)}
			</ForeignText>
			<p className="text-sm text-muted">
				{answer.history.length === 0 ? "Written" : "Changed"} {formatDayWithin(answer.updated_at)}
			</p>
		</div>
	);
}

/** Each video costs one more request, for its responses. */
const PAGE_SIZE = 10;

type ReportPage = { reports: Report[]; next_cursor: string | null };

/** The channel's analysed videos, newest first, page by page, each with its responses. */
function useChannelVideos(channel_id: string) {
	const { pages, ...list } = usePages<ReportPage>(
		(cursor) =>
			withCursor("/api/videos", cursor, { channel_id: channel_id, limit: String(PAGE_SIZE) }),
		"with responses",
		{ read: readPage },
	);
	return { ...list, reports: pages?.flatMap((page) => page.reports) };
}

async function readPage(path: string): Promise<ReportPage> {
	const { videos, next_cursor } = await fetchJson<VideoPage>(path);
	const reports = await Promise.all(videos.map(({ id }) => fetchJson<Report>(keys.report(id))));
	return { reports, next_cursor };
}

/** The responses that are not withdrawn. */
function publishedResponses(report: Report): CreatorResponse[] {
	return report.responses.filter(({ withdrawn_at }) => withdrawn_at === null);
}

/** The response to the analysis as a whole, if there is one. */
function responseTo(report: Report): CreatorResponse | undefined {
	return publishedResponses(report).find(({ statement_id }) => statement_id === null);
}
