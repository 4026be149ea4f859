import { Link } from "react-router-dom";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { isUnknownVideo, missingTitle } from "./missing-title.ts";
import type { Rerun } from "./use-rerun.ts";

/** What the platform calls a video. */
const VIDEO_ID = /^[\w-]{11}$/;

/** No report: it does not exist, or it could not be fetched. */
export function MissingReport({
	videoId,
	problem,
	rerun,
	onRetry,
}: {
	videoId: string;
	problem: ApiProblem;
	rerun: Rerun;
	onRetry: () => void;
}) {
	const unknown = isUnknownVideo(problem);
	return (
		<div className="page-width flex flex-col items-start gap-4 py-16">
			<PageHeading>{missingTitle(problem)}</PageHeading>
			<p>
				{unknown
					? "The video doesn't exist or hasn't been analyzed yet."
					: problem.message}
			</p>
			{rerun.refusal !== null && (
				<p role="alert" className="font-semibold">
					{rerun.refusal}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				{!unknown && (
					<Button look="primary" onClick={onRetry}>
						Try Again
					</Button>
				)}
				<Link
					to={paths.home()}
					className={buttonClass(unknown ? "primary" : "secondary")}
				>
					Go Home
				</Link>
				{unknown && VIDEO_ID.test(videoId) && (
					<Button busy={rerun.busy} onClick={() => rerun.start({})}>
						{rerun.busy ? "Starting…" : "Analyze This Video"}
					</Button>
				)}
			</div>
		</div>
	);
}
