import type { ReactNode } from "react";

/** A section that is one table: a name in each row, then numbers. */
export function FiguresTable({
	id,
	title,
	caption,
	rows,
	numbers,
	children,
}: {
	/** Of the heading, unique on the page. */
	id: string;
	title: string;
	/** For those who do not see it: what it holds, and in which order. */
	caption: string;
	/** What the first column names. */
	rows: string;
	/** The heads of the other columns. */
	numbers: string[];
	/** The table's bodies. */
	children: ReactNode;
}) {
	return (
		<section aria-labelledby={id} className="flex flex-col gap-4">
			<h2 id={id} className="font-serif text-xl font-semibold">
				{title}
			</h2>
			<table className="w-full max-w-3xl border-t-2 border-ink">
				<caption className="sr-only">{caption}</caption>
				<thead className="text-left text-sm text-muted">
					<tr>
						<th scope="col" className="py-2 font-normal">
							{rows}
						</th>
						{numbers.map((head) => (
							<th
								key={head}
								scope="col"
								className="py-2 pl-3 text-right font-normal"
							>
								{head}
							</th>
						))}
					</tr>
				</thead>
				{children}
			</table>
		</section>
	);
}
