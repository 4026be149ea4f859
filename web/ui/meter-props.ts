type Meter = {
	label: string;
	/** 0 to 100. */
	value: number;
	/** The value in words. */
	text: string;
	role?: "meter" | "progressbar";
};

/**
 * What makes a drawing a meter for assistive technology. The native elements
 * cannot be drawn on alike in all browsers.
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
