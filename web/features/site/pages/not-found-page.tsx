import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { PageHeading, useDocumentTitle } from "#web/ui/page-heading.tsx";

export function NotFoundPage() {
	useDocumentTitle("Page not found");
	return (
		<div className="page-width flex flex-col items-start gap-4 py-16">
			<PageHeading>Page not found</PageHeading>
			<p>There is nothing at this address. The link may be mistyped.</p>
			<div className="flex flex-wrap gap-3">
				<Link to={paths.home()} className={buttonClass("primary")}>
					Go Home
				</Link>
				<Link to={paths.archive()} className={buttonClass("secondary")}>
					All Analyses
				</Link>
			</div>
		</div>
	);
}
