import { Link } from "react-router-dom";
import { formatNumber } from "#contract/format.ts";
import { useWaitingReviews } from "#web/api/waiting-reviews.ts";
import { paths } from "#web/paths.ts";

const NAMES = {
	claims: "Review of Claims",
	votes: "Review of Votes",
	disputes: "Disputes",
	notices: "Notices",
	hidden: "Taken Down",
	newsletter: "Newsletter",
	mail: "Email",
	providers: "Providers",
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
	const waiting = useWaitingReviews();
	return (
		<nav aria-label="Team" className="flex flex-wrap gap-x-6 gap-y-1">
			{(Object.keys(NAMES) as AdminView[]).map((part) => (
				<Link
					key={part}
					to={adminPath(part)}
					aria-current={part === here ? "page" : undefined}
					className="group flex min-h-11 items-center font-semibold text-muted aria-[current]:text-ink"
				>
					<span className="decoration-2 underline-offset-8 group-hover:underline group-aria-[current]:underline">
						{NAMES[part]}
					</span>
					{waiting !== undefined && (waiting[part] ?? 0) > 0 && (
						<span className="ml-1.5 rounded-full bg-ink px-1.5 text-xs leading-5 text-ground">
							<span className="sr-only">, waiting: </span>
							{formatNumber(waiting[part] ?? 0)}
						</span>
					)}
				</Link>
			))}
		</nav>
	);
}
