/** The number of added, missing, replaced and exchanged characters between two texts. */
export function editDistance(a: string, b: string): number {
	let before: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let i = 1; i <= a.length; i += 1) {
		const row = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			const shifted = Math.min(last[j] ?? 0, row[j - 1] ?? 0) + 1;
			const exchanged = i > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			row.push(Math.min(replaced, shifted, exchanged ? (before[j - 2] ?? 0) + 1 : replaced));
		}
		[before, last] = [last, row];
	}
	return last[b.length] ?? 0;
}
