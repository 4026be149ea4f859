import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** What a snapshot tells of an element besides role, name, state and text: addresses, which other tests follow. */
const PROPERTY = /^\s*- \/\w+:/;

/** A line of a template whose text varies: what stands before, and the pattern. */
const VARIES = /^(\s*- [^/]*)\/(.+)\/$/;

/**
 * Holds a part's accessibility tree against a template, one element a line as
 * `ariaSnapshot` writes it. Text that varies is a pattern between slashes at its line's end.
 */
export async function expectTree(part: Locator, text: string): Promise<void> {
	const wanted = linesOf(text);
	await expect
		.poll(async () => {
			const lines = (await part.ariaSnapshot())
				.split("\n")
				.filter((line) => !PROPERTY.test(line))
				.map((line) => line.replace(/^(\s*- '?link .*):$/, "$1"));
			return lines.map((line, index) => settled(line, wanted[index] ?? ""));
		})
		.toEqual(wanted);
}

/** The template's own line where the pattern in it holds. */
function settled(line: string, wanted: string): string {
	const [, before, pattern] = VARIES.exec(wanted) ?? [];
	if (before === undefined || pattern === undefined) return line;
	const holds =
		line.startsWith(before) &&
		new RegExp(`^${pattern}$`).test(line.slice(before.length));
	return holds ? wanted : line;
}

/** Without the indentation that all lines share, each step of the rest as a snapshot's. */
function linesOf(text: string): string[] {
	const lines = text.split("\n").filter((line) => line.trim() !== "");
	const margin = /^\t*/.exec(lines[0] ?? "")?.[0].length ?? 0;
	return lines.map((line) => line.slice(margin).replaceAll("\t", "  "));
}

/** What gauges and bars say in words; a snapshot leaves it out. */
export const meterTexts = (part: Locator): Promise<string[]> =>
	part.getByRole("meter").evaluateAll((meters) =>
		meters.map((meter) => {
			const [name, text] = ["aria-label", "aria-valuetext"].map((key) =>
				meter.getAttribute(key),
			);
			return `${name}: ${text}`;
		}),
	);
