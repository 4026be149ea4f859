import { formatRelativeDay } from "./format.ts";

/** `formatRelativeDay` for the middle of a sentence: "today", "yesterday". */
export function formatDayWithin(instant: string): string {
	return formatRelativeDay(instant).replace(/^(Today|Yesterday)$/, (day) => day.toLowerCase());
}
