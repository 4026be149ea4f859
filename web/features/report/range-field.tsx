import { useId } from "react";

/** One end of a part of the video, as m:ss. */
export function RangeField({
	label,
	value,
	fault,
	onChange,
}: {
	label: string;
	value: string;
	/** The id of what is wrong, if anything. */
	fault: string | undefined;
	onChange: (value: string) => void;
}) {
	const id = useId();
	return (
		<div className="flex flex-col gap-1">
			<label htmlFor={id} className="text-sm font-semibold">
				{label}
			</label>
			<input
				id={id}
				value={value}
				onChange={({ target }) => onChange(target.value)}
				autoComplete="off"
				placeholder="m:ss"
				aria-invalid={fault !== undefined}
				aria-describedby={fault}
				className="h-11 w-20 rounded-md border border-rule bg-raised px-3 text-sm hover:border-ink"
			/>
		</div>
	);
}
