const DATED = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]{5,18}(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * A date of the platform as an ISO 8601 instant in UTC; a date without a time is
 * midnight. null for anything else.
 */
export function parseInstant(text: string): string | null {
	const instant = DATED.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}
