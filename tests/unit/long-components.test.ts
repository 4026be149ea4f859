import { describe, expect, it } from "vitest";
import { COMPONENT_LINES, longComponents } from "#scripts/long-components.ts";

/** Source whose braces span so many lines. */
const body = (lines: number) => `{${"\n".repeat(lines - 1)}}`;
const judge = (source: string) => longComponents("web/ui/x.tsx", source);

const FORMS: [string, (lines: number) => string][] = [
	["a function", (lines) => `export function Card() ${body(lines)}`],
	["an arrow function", (lines) => `const Card = () => ${body(lines)};`],
	[
		"a wrapped function",
		(lines) => `export const Card = memo(function () ${body(lines)});`,
	],
	["a class", (lines) => `class Card extends Component ${body(lines)}`],
	[
		"one inside another function",
		(lines) => `function make() { function Card() ${body(lines)} return Card }`,
	],
];

describe.each(FORMS)("longComponents, for %s", (_, write) => {
	it("allows as many lines as are allowed", () => {
		expect(judge(write(COMPONENT_LINES))).toEqual([]);
	});

	it("names it when it has one line more", () => {
		expect(judge(write(COMPONENT_LINES + 1))).toEqual([
			{ name: "Card", lines: COMPONENT_LINES + 1 },
		]);
	});
});

describe("longComponents", () => {
	it("leaves hooks, plain functions and tables alone", () => {
		const long = body(COMPONENT_LINES + 1);
		expect(
			judge(
				`function useCard() ${long}\nconst read = () => ${long};\nconst WORDS = ${long};`,
			),
		).toEqual([]);
	});

	it("refuses what does not parse", () => {
		expect(() => judge("function Card( {")).toThrow("web/ui/x.tsx");
	});
});
