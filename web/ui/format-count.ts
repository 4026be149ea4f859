/** 999 as it is, 1.2K from a thousand, 3.4M from a million, 15,400.0M: one decimal. */
export function formatCount(count: number): string {
	// 999 950 would round to "1000.0K".
	if (count >= 999_950) return `${oneDecimal(count / 1_000_000)}M`;
	if (count >= 1_000) return `${oneDecimal(count / 1_000)}K`;
	return String(count);
}

function oneDecimal(value: number): string {
	return value.toLocaleString("en", {
		minimumFractionDigits: 1,
		maximumFractionDigits: 1,
	});
}

/** "1 statement", "9 statements". */
export function plural(count: number, one: string, many = `${one}s`): string {
	return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
