/** A day without a time, YYYY-MM-DD, in the user's own language; the same day in every time zone. */
export function formatDay(day: string): string {
	return new Date(day).toLocaleDateString(undefined, {
		year: "numeric",
		month: "short",
		day: "numeric",
		timeZone: "UTC",
	});
}
