/** Seconds as m:ss, or h:mm:ss from an hour. */
export function clockTime(seconds: number): string {
	const whole = Math.max(0, Math.floor(seconds));
	const two = (part: number) => String(part).padStart(2, "0");
	const hours = Math.floor(whole / 3_600);
	const minutes = Math.floor((whole % 3_600) / 60);
	return hours > 0
		? `${hours}:${two(minutes)}:${two(whole % 60)}`
		: `${minutes}:${two(whole % 60)}`;
}
