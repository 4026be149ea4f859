import { Suspense, useId, useState } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { lazyComponent } from "#web/ui/lazy-part.tsx";
import type { RangeProps } from "./range-form.tsx";

const RangeForm = lazyComponent(
	async () => (await import("./range-form.tsx")).RangeForm,
	"range-form",
	{ ahead: true },
);

/** Selects a part of the video by two times, as an alternative to dragging over the timeline. */
export function RangeFilter(range: RangeProps) {
	const [open, setOpen] = useState(range.from !== null || range.to !== null);
	const form = useId();
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
			<div
				id={form}
				hidden={!open}
				className="order-last mt-1 min-h-24 w-full border-l-2 border-rule pl-4"
			>
				{open && (
					<Suspense fallback={null}>
						<RangeForm {...range} />
					</Suspense>
				)}
			</div>
		</>
	);
}
