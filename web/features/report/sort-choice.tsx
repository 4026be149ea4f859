import { useId } from "react";
import type { StatementSort } from "./statement-view.ts";

const SORTS: { sort: StatementSort; label: string }[] = [
	{ sort: "time", label: "In order of time" },
	{ sort: "score", label: "By score" },
	{ sort: "disagreement", label: "By disagreement" },
];

export function SortChoice({
	chosen,
	onChoose,
}: {
	chosen: StatementSort;
	onChoose: (sort: StatementSort) => void;
}) {
	const id = useId();
	return (
		<div className="text-sm">
			<label htmlFor={id} className="sr-only">
				Sort statements
			</label>
			<select
				id={id}
				value={chosen}
				onChange={({ target }) => {
					const found = SORTS.find(({ sort }) => sort === target.value);
					if (found !== undefined) onChoose(found.sort);
				}}
				className="min-h-11 rounded-md border border-line bg-raised px-2 hover:border-ink"
			>
				{SORTS.map(({ sort, label }) => (
					<option key={sort} value={sort}>
						{label}
					</option>
				))}
			</select>
		</div>
	);
}
