const UNITS_MS: Record<string, number> = {
	ms: 1,
	s: 1_000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
};
const PART =
	/(\d{1,9}(?:\.\d{1,9})?)\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])/gi;

/** Milliseconds from "40s", "1m30.5s", "250ms" or "2 minutes", or null. Parts are added. */
export function durationMs(text: string): number | null {
	const parts = [...text.matchAll(PART)];
	if (parts.length === 0) return null;
	return parts.reduce((sum, [, amount = "", unit = ""]) => {
		const name = unit.toLowerCase();
		const short = name === "ms" || name.startsWith("milli") ? "ms" : name.charAt(0);
		return sum + Number(amount) * (UNITS_MS[short] ?? 0);
	}, 0);
}
