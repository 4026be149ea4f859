import { describe, expect, it } from "vitest";
import {
	contrast,
	DICHROMACIES,
	distance,
	type Light,
	laidOver,
	lightOf,
	seenWith,
} from "#tests/support/colour.ts";
import { readTokens, THEMES } from "#tests/support/read-tokens.ts";

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5;
const SHAPE = 3;

/**
 * CSS Color 4 takes 0.02 in OKLab for just noticeable side by side; marks on a timeline are small
 * and lie apart, so five times that.
 */
const APART = 0.1;

const GROUNDS = ["ground", "raised", "sunken"];
const BANDS = ["factual", "moderate", "high"];
const WORDS = ["ink", "muted", ...BANDS];
/** Field borders, ticks of a scale, the focus ring, marks of the bands. */
const SHAPES = ["rule", "ink", ...BANDS];
/** Parts two regions without meaning anything; a control of this border has a label. */
const ORNAMENT = ["line"];

const tokens = readTokens();

describe.each(THEMES)("The %s theme", (theme) => {
	const colour = (role: string): Light => lightOf(tokens[theme][role] ?? role);
	const ratio = (one: string, other: string) =>
		contrast(colour(one), colour(other));

	it("has no colour whose part in reading is unknown", () => {
		const known = [...GROUNDS, ...WORDS, ...SHAPES, ...ORNAMENT];
		expect(Object.keys(tokens[theme]).sort()).toEqual(
			[...new Set(known)].sort(),
		);
	});

	it.each(GROUNDS)("has every text readable on %s", (ground) => {
		for (const word of WORDS)
			expect(ratio(word, ground), word).toBeGreaterThanOrEqual(TEXT);
	});

	it("has the text of filled controls and notices readable", () => {
		expect(ratio("ground", "ink")).toBeGreaterThanOrEqual(TEXT);
	});

	it.each(["#000000", "#ffffff"])(
		"has text over a picture readable where the picture is %s",
		(picture) => {
			const veiled = laidOver(colour("ink"), 0.85, colour(picture));
			expect(contrast(colour("ground"), veiled)).toBeGreaterThanOrEqual(TEXT);
		},
	);

	it.each(GROUNDS)("has every meaning shape visible on %s", (ground) => {
		for (const shape of SHAPES)
			expect(ratio(shape, ground), shape).toBeGreaterThanOrEqual(SHAPE);
	});

	it("has the sign in each band's shape and the fill on a bar's track visible", () => {
		for (const band of BANDS) {
			expect(ratio("raised", band), band).toBeGreaterThanOrEqual(SHAPE);
			expect(ratio(band, "line"), band).toBeGreaterThanOrEqual(SHAPE);
		}
		expect(ratio("ink", "line")).toBeGreaterThanOrEqual(SHAPE);
	});

	it.each([
		["every cone", (light: Light) => light],
		...DICHROMACIES.map(
			(kind) => [kind, (light: Light) => seenWith(kind, light)] as const,
		),
	] as const)("keeps the bands apart for an eye with %s", (_, seen) => {
		expect(nearest(BANDS.map(colour).map(seen))).toBeGreaterThanOrEqual(APART);
	});
});

/** The distance of the two colours that are nearest to each other. */
function nearest(colours: Light[]): number {
	const pairs = colours.flatMap((one, i) =>
		colours.slice(i + 1).map((other) => distance(one, other)),
	);
	return Math.min(...pairs);
}

describe("The measures", () => {
	it("are those of the standards", () => {
		const black = lightOf("#000");
		const white = lightOf("#ffffff");
		expect(contrast(black, white)).toBeCloseTo(21);
		expect(contrast(lightOf("#767676"), white)).toBeCloseTo(4.54, 2);
		expect(distance(black, white)).toBeCloseTo(1);
		expect(distance(white, white)).toBe(0);
		expect(contrast(laidOver(black, 0, white), white)).toBeCloseTo(1);
	});

	it("leave greys as they are in every simulated eye", () => {
		const grey = lightOf("#808080");
		for (const kind of DICHROMACIES)
			expect(distance(seenWith(kind, grey), grey)).toBeLessThan(0.001);
	});

	it("find the usual traffic lights too pale and too alike", () => {
		const lights = ["#16a34a", "#f59e0b", "#dc2626"].map(lightOf);
		const [, amber = lightOf("#000")] = lights;
		expect(contrast(amber, lightOf("#ffffff"))).toBeLessThan(SHAPE);
		expect(
			nearest(lights.map((light) => seenWith("deuteranopia", light))),
		).toBeLessThan(APART);
		expect(
			nearest(lights.map((light) => seenWith("protanopia", light))),
		).toBeLessThan(APART);
	});

	it("refuse a colour they cannot read", () => {
		expect(() => lightOf("tomato")).toThrow("tomato");
		expect(() => lightOf("#zzzzzz")).toThrow("zz");
	});
});
