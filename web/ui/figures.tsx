/** A few counted figures side by side, the number first. */
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
					className="flex flex-col-reverse justify-end bg-ground px-3 py-4 last:odd:col-span-2 sm:px-5 sm:last:odd:col-span-1"
				>
					<dt className="text-sm leading-tight text-muted">{name}</dt>
					<dd className="text-2xl font-semibold">{value ?? "–"}</dd>
				</div>
			))}
		</dl>
	);
}
