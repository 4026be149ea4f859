import type { ReactNode } from "react";

/** Facts by name, one a row. */
export function FactRows({
	rows,
}: {
	rows: [name: string, fact: ReactNode][];
}) {
	return (
		<dl className="flex flex-col border-b border-line">
			{rows.map(([name, fact]) => (
				<div
					key={name}
					className="grid gap-x-6 border-t border-line py-3 sm:grid-cols-[11.5rem_minmax(0,1fr)]"
				>
					<dt className="font-semibold">{name}</dt>
					<dd>{fact}</dd>
				</div>
			))}
		</dl>
	);
}
