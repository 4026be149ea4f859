/**
 * A bar for a percentage such as confidence, agreement or progress. It has no colour, because
 * colour is reserved for scores.
 */
export function PercentBar({
	label,
	percent,
	role = "meter",
	className = "h-1",
}: {
	label: string;
	percent: number;
	role?: "meter" | "progressbar";
	className?: string;
}) {
	const capped = Math.min(100, Math.max(0, percent));
	return (
		<div
			{...meterProps({ label, role, value: capped, text: `${Number(capped.toFixed(1))} percent` })}
			className={`w-full overflow-hidden bg-line ${className}`}
			data-track=""
		>
			<div
				className={`fill-at h-full origin-left bg-ink transition-transform duration-250 ease-out ${placeClass(capped)}`}
				data-fill=""
			/>
		</div>
	);
}

/** The class for a position from 0 to 100, used by `left-at`, `w-at` and `fill-at`. */
export function placeClass(percent: number): string {
	return `at-${Math.round(Math.min(100, Math.max(0, percent)))}`;
}

/** The class for a position with one decimal, used by `mark-at`. */
export function tenthsClass(percent: number): string {
	const tenths = Math.round(10 * percent);
	return `at-${Math.floor(tenths / 10)} tenth-${tenths % 10}`;
}

type Meter = {
	label: string;
	/** 0 to 100. */
	value: number;
	/** The value in words. */
	text: string;
	role?: "meter" | "progressbar";
};

/**
 * ARIA attributes that make a drawing a meter. The native element cannot be styled consistently
 * across browsers.
 */
export function meterProps({ label, value, text, role = "meter" }: Meter) {
	return {
		role,
		"aria-label": label,
		"aria-valuemin": 0,
		"aria-valuemax": 100,
		"aria-valuenow": value,
		"aria-valuetext": text,
	};
}
