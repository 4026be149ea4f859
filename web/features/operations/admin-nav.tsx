import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";

const NAMES = {
	claims: "Review of Claims",
	votes: "Review of Votes",
	spending: "Spending",
	audit: "Audit Log",
};

export type AdminView = keyof typeof NAMES;

/** The view of the admin page that a query selects. */
export function parseAdminView(params: URLSearchParams): AdminView {
	const view = params.get("view");
	return view !== null && Object.hasOwn(NAMES, view) ? (view as AdminView) : "claims";
}

/** The address of a view. */
export function adminPath(part: AdminView): string {
	return part === "claims" ? paths.admin() : `${paths.admin()}?view=${part}`;
}

/** Links between the views of the admin page. */
export function AdminNav({ here }: { here?: AdminView }) {
	return (
		<nav aria-label="Team" className="flex flex-wrap gap-x-6 gap-y-1">
			{(Object.keys(NAMES) as AdminView[]).map((part) => (
				<Link
					key={part}
					to={adminPath(part)}
					aria-current={part === here ? "page" : undefined}
					className="flex min-h-11 items-center font-semibold text-muted underline decoration-transparent decoration-2 underline-offset-8 hover:decoration-rule aria-[current]:text-ink aria-[current]:decoration-ink"
				>
					{NAMES[part]}
				</Link>
			))}
		</nav>
	);
}
