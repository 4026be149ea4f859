/** A few choices of which one holds, as buttons that stay pressed. */
export function PickOne<Id extends string>({
	legend,
	choices,
	chosen,
	onChoose,
}: {
	legend: string;
	choices: { id: Id; label: string }[];
	chosen: Id;
	onChoose: (id: Id) => void;
}) {
	return (
		<fieldset className="flex flex-wrap gap-2">
			<legend className="sr-only">{legend}</legend>
			{choices.map(({ id, label }) => (
				<button
					key={id}
					type="button"
					aria-pressed={id === chosen}
					onClick={() => onChoose(id)}
					className="min-h-11 rounded-md border border-line bg-raised px-3 text-sm hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-ground"
				>
					{label}
				</button>
			))}
		</fieldset>
	);
}
