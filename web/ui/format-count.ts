/** 999 as it is, 1.2K from a thousand, 3.4M from a million: one decimal. */
export function formatCount(count: number): string {
	// 999 950 would round to "1000.0K".
	if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`;
	if (count >= 1_000) return `${(count / 1_000).toFixed(1)}K`;
	return String(count);
}

/** "1 statement", "9 statements". */
export function plural(count: number, one: string, many = `${one}s`): string {
	return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
