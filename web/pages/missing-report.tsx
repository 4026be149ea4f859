import { Link } from "react-router-dom";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { paths } from "#web/paths.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

/** No report: it does not exist, or it could not be fetched. */
export function MissingReport({
	problem,
	onRetry,
}: {
	problem: ApiProblem;
	onRetry: () => void;
}) {
	const unknown = problem.status === 404 || problem.status === 400;
	return (
		<div className="page-width flex flex-col items-start gap-4 py-16">
			<PageHeading>
				{unknown ? "Video Not Found" : "Failed to fetch video"}
			</PageHeading>
			<p>
				{unknown
					? "The video doesn't exist or hasn't been analyzed yet."
					: problem.message}
			</p>
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
			</div>
		</div>
	);
}
