import { badAnswer } from "./call-failure.ts";

/** A number, a decimal comma, "~", "%" or "/100" as models write them around a percent. */
const WRITTEN =
	/^[~≈\s]*(?<number>[+-]?\d{1,9}(?:[.,]\d{1,9})?)(?:\s*(?:(?<sign>%|percent|per cent|pct)|(?:\/|out of|of)\s*(?<whole>\d{1,9}(?:\.\d{1,9})?)))?$/i;

/** A number that may be a share, or one whose unit was written beside it. */
type Read = { value: number; named: boolean };

/**
 * Reads the percents of one answer together, rounded and clamped to 0 to 100; null where there is
 * none. Some models answer in shares of 1: a number with a fraction between 0 and 1 is one, and so
 * are the whole 0 and 1 beside one. Throws CallFailure if the numbers are 0 and 1 alone, because 1
 * may then be 1 or 100 percent.
 */
export function readPercents(values: readonly unknown[]): (number | null)[] {
	const read = values.map(readNumber);
	const plain = read.flatMap((it) => (it && !it.named ? it.value : []));
	const in_shares = plain.some(isFraction);
	if (!in_shares && plain.includes(1) && read.every((it) => !it || isZeroOrOne(it)))
		throw badAnswer("the answer's numbers may be shares or percents");
	return read.map((it) => {
		if (it === null) return null;
		const is_share = !it.named && (isFraction(it.value) || (in_shares && isZeroOrOne(it)));
		return clampPercent(is_share ? it.value * 100 : it.value);
	});
}

/** Whether the value is a number that `readPercents` reads. */
export function isPercent(value: unknown): boolean {
	return readNumber(value) !== null;
}

function isFraction(value: number): boolean {
	return value > 0 && value < 1;
}

function isZeroOrOne({ value, named }: Read): boolean {
	return !named && (value === 0 || value === 1);
}

function readNumber(value: unknown): Read | null {
	if (typeof value === "number") return Number.isFinite(value) ? { value, named: false } : null;
	const found = typeof value === "string" ? WRITTEN.exec(value.trim())?.groups : undefined;
	if (found?.number === undefined) return null;
	const number = Number(found.number.replace(",", "."));
	const whole = Number(found.whole ?? 0);
	if (whole > 0) return { value: (number / whole) * 100, named: true };
	return found.whole === undefined ? { value: number, named: found.sign !== undefined } : null;
}

function clampPercent(value: number): number {
	return Math.min(100, Math.max(0, Math.round(value))) + 0;
}
