const CLOCK = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d{1,9})?)s?$/;

/** Seconds from "1:02:03", "62:03", "3723.5", "3723s" or 3723, or null. */
export function parseClockTime(value: string | number): number | null {
	const match = CLOCK.exec(String(value).trim());
	if (match === null) return null;
	const [, hours = "0", minutes = "0", seconds = "0"] = match;
	return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}
