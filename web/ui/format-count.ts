/** 999 as it is, 1.2K from a thousand, 3.4M from a million, 15,400.0M: one decimal. */
export function formatCount(count: number): string {
	// 999 950 would round to "1000.0K".
	if (count >= 999_950) return `${tenths(Math.round(count / 100_000))}M`;
	if (count >= 1_000) return `${tenths(Math.round(count / 100))}K`;
	return String(count);
}

/** So many tenths as a decimal: 12 is "1.2". */
function tenths(count: number): string {
	return `${grouped(Math.floor(count / 10))}.${count % 10}`;
}

/** A whole number with a comma between the thousands; `toLocaleString` would load a language's data first. */
export function grouped(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 statement", "9 statements". */
export function plural(count: number, one: string, many = `${one}s`): string {
	return `${grouped(count)} ${count === 1 ? one : many}`;
}
