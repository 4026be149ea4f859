import { Link } from "react-router-dom";
import { TAKEN_DOWN_TITLE } from "#contract/takedown-words.ts";
import type { ApiProblem } from "#web/api/api-problem.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";

/** Whether an address has nothing to show because the site's team took it down. */
export function isTakenDown({ code }: ApiProblem): boolean {
	return code === "taken_down";
}

/** In place of what was taken down: when and why. */
export function TakenDown({ problem }: { problem: ApiProblem }) {
	return (
		<div className="page-width flex flex-col items-start gap-4 py-16">
			<PageHeading>{TAKEN_DOWN_TITLE}</PageHeading>
			<p className="max-w-[60ch]">{problem.message}</p>
			<div className="flex flex-wrap gap-3">
				<Link to={paths.home()} className={buttonClass("primary")}>
					Go Home
				</Link>
				<Link to={paths.notice()} className={buttonClass("secondary")}>
					Report a Problem
				</Link>
			</div>
		</div>
	);
}
