/** As PDF writes it: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number];
export type Point = readonly [x: number, y: number];
/** Left, bottom, right, top. */
export type Box = readonly [number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
	const [a, b, c, d, e, f] = outer;
	const [g, h, i, j, k, l] = inner;
	return [
		a * g + c * h,
		b * g + d * h,
		a * i + c * j,
		b * i + d * j,
		a * k + c * l + e,
		b * k + d * l + f,
	];
}

export function apply([a, b, c, d, e, f]: Matrix, x: number, y: number): Point {
	return [a * x + c * y + e, b * x + d * y + f];
}

/** The upright box around a transformed one. */
export function boxOf(matrix: Matrix, [left, bottom, right, top]: Box): Box {
	const corners = [
		apply(matrix, left, bottom),
		apply(matrix, left, top),
		apply(matrix, right, bottom),
		apply(matrix, right, top),
	];
	const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
	return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export function intersection(one: Box, other: Box): Box {
	return [
		Math.max(one[0], other[0]),
		Math.max(one[1], other[1]),
		Math.min(one[2], other[2]),
		Math.min(one[3], other[3]),
	];
}

export function isInside([x, y]: Point, [left, bottom, right, top]: Box): boolean {
	return x >= left && x <= right && y >= bottom && y <= top;
}
