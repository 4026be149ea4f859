import { Fragment, type ReactNode } from "react";

/** A few figures side by side, the number first. */
export function Figures({
	figures,
}: {
	/** A name with its value in words or digits; undefined while unknown. */
	figures: [name: string, value: string | undefined][];
}) {
	return (
		<dl className="grid grid-cols-2 gap-px border-y border-line bg-line sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
			{figures.map(([name, value]) => (
				<div
					key={name}
					className="flex flex-col-reverse justify-end bg-ground px-3 py-4 last:odd:col-span-2 max-sm:odd:pl-0 sm:px-5 sm:first:pl-0 sm:last:odd:col-span-1"
				>
					<dt className="text-sm leading-tight text-muted">{name}</dt>
					<dd className="text-2xl font-semibold">{value ?? "–"}</dd>
				</div>
			))}
		</dl>
	);
}

/** Facts by name, one per row. */
export function FactRows({ rows }: { rows: [name: string, fact: ReactNode][] }) {
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

/** Names with their values; those without a value are left out. */
export function ReviewFacts({ facts }: { facts: [string, ReactNode][] }) {
	return (
		<dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm sm:gap-x-6">
			{facts.map(([name, value]) =>
				value === null || value === "" ? null : (
					<Fragment key={name}>
						<dt className="text-muted">{name}</dt>
						<dd className="[overflow-wrap:anywhere] whitespace-pre-line">{value}</dd>
					</Fragment>
				),
			)}
		</dl>
	);
}
