import { type FormEvent, useId, useState } from "react";
import { clockTime } from "#contract/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { parseTimestamp } from "#web/ui/parse-timestamp.ts";
import type { StatementView } from "./statement-view.ts";

const INVALID_TIME = "Write times as minutes and seconds, like 1:30.";
const END_BEFORE_START = "The end is before the start.";

/** Selects a part of the video by two times, as an alternative to dragging over the timeline. */
export function RangeFilter({
	from,
	to,
	onChange,
}: Pick<StatementView, "from" | "to"> & {
	onChange: (change: Pick<StatementView, "from" | "to">) => void;
}) {
	const chosen = from !== null || to !== null;
	const [open, setOpen] = useState(chosen);
	const [applied, setApplied] = useState({ from, to });
	const [begin, setBegin] = useState(clockOrEmpty(from));
	const [end, setEnd] = useState(clockOrEmpty(to));
	const [error, setError] = useState<string | null>(null);
	const form = useId();

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
		<>
			<button
				type="button"
				aria-expanded={open}
				aria-controls={form}
				onClick={() => setOpen(!open)}
				className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line bg-raised px-3 text-sm hover:border-ink"
			>
				<Icon name="clock" />
				Time range
				<Icon name="chevron" className={open ? "rotate-180" : ""} />
			</button>
			<form
				id={form}
				hidden={!open}
				onSubmit={apply}
				noValidate
				className="order-last mt-1 w-full border-l-2 border-rule pl-4"
			>
				<div className="flex flex-wrap items-end gap-3">
					<RangeField
						label="From"
						value={begin}
						onChange={setBegin}
						error={error === null ? undefined : `${form}fault`}
					/>
					<RangeField
						label="To"
						value={end}
						onChange={setEnd}
						error={error === null ? undefined : `${form}fault`}
					/>
					<Button type="submit" className="text-sm">
						Show
					</Button>
				</div>
				<p className="mt-1 text-xs text-muted">
					Minutes and seconds. You can also drag along the timeline.
				</p>
				{error !== null && (
					<p id={`${form}fault`} role="alert" className="text-sm font-semibold">
						{error}
					</p>
				)}
			</form>
		</>
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
