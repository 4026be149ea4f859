/** Formats seconds as m:ss, or as h:mm:ss from one hour on. */
export function clockTime(seconds: number): string {
	const whole = Math.max(0, Math.floor(seconds));
	const two = (part: number) => String(part).padStart(2, "0");
	const hours = Math.floor(whole / 3_600);
	const minutes = Math.floor((whole % 3_600) / 60);
	return hours > 0
		? `${hours}:${two(minutes)}:${two(whole % 60)}`
		: `${minutes}:${two(whole % 60)}`;
}

/** A whole number with thousands separators. `toLocaleString` would first load locale data. */
export function formatNumber(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 statement", "9 statements". */
export function plural(count: number, one: string, many = `${one}s`): string {
	return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
