/** A share: confidence, agreement, progress. It has no colour, because colour is for scores. */
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
			{...meterProps({
				label,
				role,
				value: capped,
				text: `${Number(capped.toFixed(1))} percent`,
			})}
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

/** The class of a place from 0 to 100, for `left-at`, `w-at` and `fill-at`. */
export function placeClass(percent: number): string {
	return `at-${Math.round(Math.min(100, Math.max(0, percent)))}`;
}

/** The same to a tenth, for `mark-at`. */
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
 * The attributes that make a drawing a meter for assistive technology. The native element cannot be
 * styled alike in all browsers.
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
