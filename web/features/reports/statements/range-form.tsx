import { type FormEvent, useId, useState } from "react";
import { clockTime } from "#contract/format.ts";
import { Button } from "#web/ui/button.tsx";
import { parseTimestamp } from "#web/ui/parse-timestamp.ts";
import type { StatementView } from "./statement-view.ts";

const INVALID_TIME = "Write times as minutes and seconds, like 1:30.";
const END_BEFORE_START = "The end is before the start.";

export type RangeProps = Pick<StatementView, "from" | "to"> & {
	onChange: (change: Pick<StatementView, "from" | "to">) => void;
};

/** Two times between which statements are shown. */
export function RangeForm({ from, to, onChange }: RangeProps) {
	const [applied, setApplied] = useState({ from, to });
	const [begin, setBegin] = useState(clockOrEmpty(from));
	const [end, setEnd] = useState(clockOrEmpty(to));
	const [error, setError] = useState<string | null>(null);
	const fault = useId();

	// The range was changed elsewhere: by dragging, clearing or going back.
	if (applied.from !== from || applied.to !== to) {
		setApplied({ from, to });
		setBegin(clockOrEmpty(from));
		setEnd(clockOrEmpty(to));
		setError(null);
	}

	function apply(event: FormEvent): void {
		event.preventDefault();
		const wrong = validateRange(begin, end);
		setError(wrong);
		if (wrong === null) {
			onChange({ from: parseTimestamp(begin), to: parseTimestamp(end) });
		}
	}

	return (
		<form onSubmit={apply} noValidate>
			<div className="flex flex-wrap items-end gap-3">
				<RangeField
					label="From"
					value={begin}
					onChange={setBegin}
					error={error === null ? undefined : fault}
				/>
				<RangeField
					label="To"
					value={end}
					onChange={setEnd}
					error={error === null ? undefined : fault}
				/>
				<Button type="submit" className="text-sm">
					Show
				</Button>
			</div>
			<p className="mt-1 text-xs text-muted">
				Minutes and seconds. You can also drag along the timeline.
			</p>
			{error !== null && (
				<p id={fault} role="alert" className="text-sm font-semibold">
					{error}
				</p>
			)}
		</form>
	);
}

function clockOrEmpty(seconds: number | null): string {
	return seconds === null ? "" : clockTime(seconds);
}

function validateRange(begin: string, end: string): string | null {
	const from = parseTimestamp(begin);
	const to = parseTimestamp(end);
	const unreadable = (from === null && begin.trim() !== "") || (to === null && end.trim() !== "");
	if (unreadable) return INVALID_TIME;
	return from !== null && to !== null && from > to ? END_BEFORE_START : null;
}

/** One end of a part of the video, as m:ss. */
function RangeField({
	label,
	value,
	error,
	onChange,
}: {
	label: string;
	value: string;
	/** The id of the error message, if there is one. */
	error: string | undefined;
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
				aria-invalid={error !== undefined}
				aria-describedby={error}
				className="h-11 w-20 rounded-md border border-rule bg-raised px-3 text-sm hover:border-ink"
			/>
		</div>
	);
}
