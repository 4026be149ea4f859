/** A number from 0 to 100, rounded and clamped, or null where it is none. Takes "80" for 80. */
export function parsePercent(value: unknown): number | null {
	const number = typeof value === "string" ? numeral(value) : value;
	if (typeof number !== "number" || !Number.isFinite(number)) return null;
	return Math.min(100, Math.max(0, Math.round(number)));
}

function numeral(text: string): number | null {
	return /^\s*[+-]?\d{1,9}(?:\.\d{1,9})?\s*$/.test(text) ? Number(text) : null;
}
