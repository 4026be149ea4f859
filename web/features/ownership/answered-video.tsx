import { Link } from "react-router-dom";
import type { CreatorResponse } from "#contract/responses.ts";
import type { Report } from "#contract/video.ts";
import { paths } from "#web/paths.ts";
import { BandBadge } from "#web/ui/band-badge.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { cutShort } from "#web/ui/cut-short.ts";
import { plural } from "#web/ui/format-count.ts";
import { formatDay } from "#web/ui/format-day.ts";
import { StatusMark } from "#web/ui/status-mark.tsx";
import { answerTo, standing } from "./use-channel-videos.ts";

/** Enough of an answer to know it again. */
const MOST_CHARS = 200;

/** One analysed video of the member's channel, with how it was answered. */
export function AnsweredVideo({ report }: { report: Report }) {
	const { video } = report;
	const answer = answerTo(report);
	const to_statements = standing(report).filter((each) => each !== answer);
	const title = video.title || "Untitled video";
	return (
		<li className="flex flex-col gap-3 border-t border-line py-4">
			<div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
				<div className="min-w-0">
					<p className="font-serif text-lg font-semibold">{title}</p>
					<p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
						{video.claims_count > 0 && (
							<BandBadge score={video.bs_score} simulated={video.simulated} />
						)}
						{plural(video.claims_count, "statement")} · Analyzed{" "}
						{formatDay(video.updated_at)}
					</p>
				</div>
				<StatusMark
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
				className={buttonClass(
					answer === undefined ? "primary" : "secondary",
					"self-start",
				)}
			>
				{answer === undefined ? "Respond" : "Edit or Withdraw"}
				<span className="sr-only">: {title}</span>
			</Link>
		</li>
	);
}

function Answer({ answer }: { answer: CreatorResponse }) {
	return (
		<div className="border-l-4 border-rule pl-4">
			<p className="[overflow-wrap:anywhere]">
				{cutShort(answer.body, MOST_CHARS)}
			</p>
			<p className="text-sm text-muted">
				{answer.history.length === 0 ? "Written" : "Changed"}{" "}
				{formatDay(answer.updated_at)}
			</p>
		</div>
	);
}
