/**
 * How far each character of the badge's letters goes, in tenths of a pixel at
 * 11 px: Verdana's and its stand-in DejaVu Sans', of which the wider counts.
 */
const ADVANCES: Record<string, number> = {
	" ": 39,
	a: 68,
	b: 70,
	c: 61,
	d: 70,
	e: 68,
	f: 39,
	g: 70,
	h: 70,
	i: 31,
	k: 66,
	l: 31,
	m: 107,
	n: 70,
	o: 68,
	p: 70,
	r: 47,
	s: 58,
	t: 44,
	u: 70,
	v: 66,
	w: 90,
	y: 66,
	z: 58,
	B: 76,
	F: 64,
	M: 95,
	N: 83,
	S: 76,
	"(": 50,
	")": 50,
	"0": 70,
	"1": 70,
	"2": 70,
	"3": 70,
	"4": 70,
	"5": 70,
	"6": 70,
	"7": 70,
	"8": 70,
	"9": 70,
};
/** As wide as the widest, so that no text is longer than its room. */
const WIDEST = 110;

/** Pixels that a text takes at 11 px. */
export function textWidth(text: string): number {
	const tenths = [...text].reduce(
		(sum, character) => sum + (ADVANCES[character] ?? WIDEST),
		0,
	);
	return tenths / 10;
}
