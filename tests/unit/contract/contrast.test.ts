import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Red, green and blue in linear light, 0 to 1. */
type Light = readonly [number, number, number];
type Matrix = readonly [Light, Light, Light];

/** Reads "#rgb" and "#rrggbb". Throws on anything else. */
function lightOf(hex: string): Light {
	const long = /^#[0-9a-f]{3}$/i.test(hex) ? hex.replace(/[^#]/g, "$&$&") : hex;
	const [, r, g, b] = /^#(..)(..)(..)$/.exec(long) ?? [];
	if (r === undefined || g === undefined || b === undefined)
		throw new Error(`"${hex}" is not a colour that can be measured`);
	return [linear(r), linear(g), linear(b)];
}

function linear(channel: string): number {
	const c = Number.parseInt(channel, 16) / 255;
	if (Number.isNaN(c)) throw new Error(`"${channel}" is not a channel`);
	return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function encoded(light: number): number {
	return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}

/** `above` blended over `below` on the encoded values, as browsers do. `opacity` is 0 to 1. */
function laidOver(above: Light, opacity: number, below: Light): Light {
	const mix = (a: number, b: number) => {
		const c = encoded(a) * opacity + encoded(b) * (1 - opacity);
		return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
	};
	return [mix(above[0], below[0]), mix(above[1], below[1]), mix(above[2], below[2])];
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
function contrast(one: Light, other: Light): number {
	const [dark = 0, light = 0] = [one, other]
		.map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
		.sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

/**
 * Full dichromacy. Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation
 * of Color Vision Deficiency", IEEE TVCG 15(6), 2009: its matrices of severity 1.0, on linear light.
 */
const DICHROMACY = {
	protanopia: [
		[0.152286, 1.052583, -0.204868],
		[0.114503, 0.786281, 0.099216],
		[-0.003882, -0.048116, 1.051998],
	],
	deuteranopia: [
		[0.367322, 0.860646, -0.227968],
		[0.280085, 0.672501, 0.047413],
		[-0.01182, 0.04294, 0.968881],
	],
	tritanopia: [
		[1.255528, -0.076749, -0.178779],
		[-0.078411, 0.930809, 0.147602],
		[0.004733, 0.691367, 0.3039],
	],
} satisfies Record<string, Matrix>;

type Dichromacy = keyof typeof DICHROMACY;
const DICHROMACIES = Object.keys(DICHROMACY) as Dichromacy[];

/** The colour as seen without one kind of cone. */
function seenWith(dichromacy: Dichromacy, light: Light): Light {
	const [r, g, b] = times(DICHROMACY[dichromacy], light);
	const shown = (c: number) => Math.min(1, Math.max(0, c));
	return [shown(r), shown(g), shown(b)];
}

/** Björn Ottosson, "A perceptual color space for image processing", 2020: linear sRGB to OKLab. */
const TO_CONES: Matrix = [
	[0.4122214708, 0.5363325363, 0.0514459929],
	[0.2119034982, 0.6806995451, 0.1073969566],
	[0.0883024619, 0.2817188376, 0.6299787005],
];
const TO_LAB: Matrix = [
	[0.2104542553, 0.793617785, -0.0040720468],
	[1.9779984951, -2.428592205, 0.4505937099],
	[0.0259040371, 0.7827717662, -0.808675766],
];

/** The distance of two colours in OKLab; black and white are 1 apart. */
function distance(one: Light, other: Light): number {
	const a = oklab(one);
	const b = oklab(other);
	return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function oklab(light: Light): Light {
	const [l, m, s] = times(TO_CONES, light);
	return times(TO_LAB, [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)]);
}

function times(matrix: Matrix, [x, y, z]: Light): Light {
	const row = ([a, b, c]: Light) => a * x + b * y + c * z;
	return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

type Theme = "light" | "dark";
const THEMES: Theme[] = ["light", "dark"];

const token = /--([\w-]+):\s*light-dark\((#\w+),\s*(#\w+)\)/g;

/** The style sheet's opaque colours by role, in each theme. */
function readTokens(): Record<Theme, Record<string, string>> {
	const css = readFileSync(new URL("../../../web/styles/tokens.css", import.meta.url), "utf8");
	const tokens: Record<Theme, Record<string, string>> = { light: {}, dark: {} };
	for (const [, role = "", light = "", dark = ""] of css.matchAll(token)) {
		tokens.light[role] = light;
		tokens.dark[role] = dark;
	}
	return tokens;
}

/** WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5;
const SHAPE = 3;

/**
 * CSS Color 4 calls 0.02 in OKLab just noticeable side by side. Marks on a timeline are small and
 * far apart, so this is five times as much.
 */
const APART = 0.1;

const GROUNDS = ["ground", "raised", "sunken"];
const BANDS = ["factual", "moderate", "high"];
const WORDS = ["ink", "muted", ...BANDS];
/** Field borders, the ticks of a scale, the focus ring, band marks. */
const SHAPES = ["rule", "ink", ...BANDS];
/** Separates two regions without carrying meaning; a control with this border has a label. */
const ORNAMENT = ["line"];

const tokens = readTokens();

describe.each(THEMES)("%s theme", (theme) => {
	const colour = (role: string): Light => lightOf(tokens[theme][role] ?? role);
	const ratio = (one: string, other: string) => contrast(colour(one), colour(other));

	it("uses only colours of a known role", () => {
		const known = [...GROUNDS, ...WORDS, ...SHAPES, ...ORNAMENT];
		expect(Object.keys(tokens[theme]).sort()).toEqual([...new Set(known)].sort());
	});

	it.each(GROUNDS)("has readable text on %s", (ground) => {
		for (const word of WORDS) expect(ratio(word, ground), word).toBeGreaterThanOrEqual(TEXT);
	});

	it("has readable text on filled controls and notices", () => {
		expect(ratio("ground", "ink")).toBeGreaterThanOrEqual(TEXT);
	});

	it.each(["#000000", "#ffffff"])("has readable text over a %s picture", (picture) => {
		const veiled = laidOver(colour("ink"), 0.85, colour(picture));
		expect(contrast(colour("ground"), veiled)).toBeGreaterThanOrEqual(TEXT);
	});

	it.each(GROUNDS)("has enough contrast for meaningful shapes on %s", (ground) => {
		for (const shape of SHAPES) expect(ratio(shape, ground), shape).toBeGreaterThanOrEqual(SHAPE);
	});

	it("has enough contrast for the sign in each band's shape and for a bar's fill", () => {
		for (const band of BANDS) {
			expect(ratio("raised", band), band).toBeGreaterThanOrEqual(SHAPE);
			expect(ratio(band, "line"), band).toBeGreaterThanOrEqual(SHAPE);
		}
		expect(ratio("ink", "line")).toBeGreaterThanOrEqual(SHAPE);
	});

	it.each([
		["every cone", (light: Light) => light],
		...DICHROMACIES.map((kind) => [kind, (light: Light) => seenWith(kind, light)] as const),
	] as const)("keeps the bands distinguishable for an eye with %s", (_, seen) => {
		expect(nearest(BANDS.map(colour).map(seen))).toBeGreaterThanOrEqual(APART);
	});
});

/** The distance between the two nearest colours. */
function nearest(colours: Light[]): number {
	const pairs = colours.flatMap((one, i) =>
		colours.slice(i + 1).map((other) => distance(one, other)),
	);
	return Math.min(...pairs);
}

describe("colour measures", () => {
	it("match the standards", () => {
		const black = lightOf("#000");
		const white = lightOf("#ffffff");
		expect(contrast(black, white)).toBeCloseTo(21);
		expect(contrast(lightOf("#767676"), white)).toBeCloseTo(4.54, 2);
		expect(distance(black, white)).toBeCloseTo(1);
		expect(distance(white, white)).toBe(0);
		expect(contrast(laidOver(black, 0, white), white)).toBeCloseTo(1);
	});

	it("leave grey unchanged in every simulated dichromacy", () => {
		const grey = lightOf("#808080");
		for (const kind of DICHROMACIES)
			expect(distance(seenWith(kind, grey), grey)).toBeLessThan(0.001);
	});

	it("find the usual traffic-light colours too pale and too similar", () => {
		const lights = ["#16a34a", "#f59e0b", "#dc2626"].map(lightOf);
		const [, amber = lightOf("#000")] = lights;
		expect(contrast(amber, lightOf("#ffffff"))).toBeLessThan(SHAPE);
		expect(nearest(lights.map((light) => seenWith("deuteranopia", light)))).toBeLessThan(APART);
		expect(nearest(lights.map((light) => seenWith("protanopia", light)))).toBeLessThan(APART);
	});

	it("reject a colour that they cannot read", () => {
		expect(() => lightOf("tomato")).toThrow("tomato");
		expect(() => lightOf("#zzzzzz")).toThrow("zz");
	});
});
