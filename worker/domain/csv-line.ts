/** A spreadsheet runs a cell that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of a CSV file, its end included (RFC 4180). null is an empty cell. */
export function csvLine(cells: readonly (string | null)[]): string {
	return `${cells.map((cell) => quoted(cell ?? "")).join(",")}\r\n`;
}

function quoted(cell: string): string {
	const inert = FORMULA.test(cell) ? `'${cell}` : cell;
	return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
