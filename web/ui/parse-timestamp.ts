const CLOCK = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/;
const UNITS = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/;

/**
 * Parses a position in the common notations to seconds: `90`, `90s`, `1m30s`, `1:30`, `1:02:03`.
 * null for anything else.
 */
export function parseTimestamp(text: string): number | null {
	const wanted = text.trim().toLowerCase();
	if (wanted === "") return null;
	const parts = CLOCK.exec(wanted) ?? UNITS.exec(wanted);
	if (parts === null) return null;
	const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
	return hours * 3600 + minutes * 60 + seconds;
}
