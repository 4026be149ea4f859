import { Link } from "react-router-dom";
import { paths } from "#web/paths.ts";

const NAMES = {
	claims: "Review of Claims",
	votes: "Review of Votes",
	spending: "Spending",
};

export type TeamPart = keyof typeof NAMES;

/** The view of the admin page that a query selects. */
export function teamPartOf(params: URLSearchParams): TeamPart {
	const view = params.get("view");
	return view === "votes" || view === "spending" ? view : "claims";
}

/** The address of a view. */
export function teamPath(part: TeamPart): string {
	return part === "claims" ? paths.review() : `${paths.review()}?view=${part}`;
}

/** Links between the views of the admin page. */
export function TeamNav({ here }: { here?: TeamPart }) {
	return (
		<nav aria-label="Team" className="flex flex-wrap gap-x-6 gap-y-1">
			{(Object.keys(NAMES) as TeamPart[]).map((part) => (
				<Link
					key={part}
					to={teamPath(part)}
					aria-current={part === here ? "page" : undefined}
					className="flex min-h-11 items-center font-semibold text-muted underline decoration-transparent decoration-2 underline-offset-8 hover:decoration-rule aria-[current]:text-ink aria-[current]:decoration-ink"
				>
					{NAMES[part]}
				</Link>
			))}
		</nav>
	);
}
