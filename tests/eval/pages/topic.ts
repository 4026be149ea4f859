import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Every public set is split in two by the names of its items: rules are written with one half in
 * view ("dev"), and measured on the other ("test").
 */
export const HALVES = ["dev", "test", "all"] as const;
export type Half = (typeof HALVES)[number];

/** The half is that of the first bit of the name's SHA-256, so that it stays when a set grows. */
export function isInHalf(name: string, half: Half): boolean {
	if (half === "all") return true;
	const [first = 0] = createHash("sha256").update(name).digest();
	return half === (first < 128 ? "dev" : "test");
}

/** One measured figure. */
export type Row = {
	figure: string;
	/** What it was measured on. */
	set: string;
	/** The items that were measured. */
	n: number;
	/** A share is between 0 and 1; a count is at most n; a number is anything else, such as an F1. */
	unit: "share" | "count" | "number";
	value: number;
	aim: { at_least: number } | { at_most: number } | null;
};

/** How many of the items have something, as a share of them. */
export function share(row: Omit<Row, "unit" | "n" | "value">, items: readonly boolean[]): Row {
	const n = items.length;
	return { ...row, unit: "share", n, value: n === 0 ? 0 : items.filter(Boolean).length / n };
}

/** How many of the items have something. */
export function count(row: Omit<Row, "unit" | "n" | "value">, items: readonly boolean[]): Row {
	return { ...row, unit: "count", n: items.length, value: items.filter(Boolean).length };
}

export function meetsAim({ value, aim }: Row): boolean {
	if (aim === null) return true;
	return "at_least" in aim ? value >= aim.at_least : value <= aim.at_most;
}

/** Where a public set comes from. Its copy is a folder in that of `--data`. */
export type PublicFolder = { folder: string; home: string };

/** One thing that is measured on public sets, such as the dates of pages. */
export type Topic = {
	name: string;
	/** The sets without which it cannot be measured; empty for what needs no public set. */
	needs: readonly PublicFolder[];
	/** `pathOf` returns the path of the set's copy. */
	measure(pathOf: (set: PublicFolder) => string, half: Half): Promise<Row[]>;
};

export type Measured = {
	topic: string;
	rows: Row[];
	/** The sets that are not in the folder, so that the topic was not measured. */
	missing: PublicFolder[];
};

/** Measures each topic whose sets are in the folder `data`; null if there is no folder. */
export async function measureTopics(
	topics: readonly Topic[],
	data: string | null,
	half: Half,
): Promise<Measured[]> {
	const pathOf = ({ folder }: PublicFolder) => join(data ?? "", folder);
	const measured: Measured[] = [];
	for (const { name, needs, measure } of topics) {
		const missing = needs.filter((set) => data === null || !existsSync(pathOf(set)));
		const rows = missing.length > 0 ? [] : await measure(pathOf, half);
		measured.push({ topic: name, rows, missing });
	}
	return measured;
}

/** The results as lines for the terminal. */
export function showTopics(measured: readonly Measured[]): string {
	return measured
		.flatMap(({ topic, rows, missing }) => [
			topic,
			...missing.map(({ folder, home }) => `  not measured: --data has no ${folder} (${home})`),
			...rows.map(showRow),
			"",
		])
		.join("\n");
}

const FIGURE_WIDTH = 48;
const VALUE_WIDTH = 20;
const AIM_WIDTH = 16;

function showRow(row: Row): string {
	const { figure, set, n, value, aim } = row;
	const goal =
		aim === null
			? ""
			: "at_least" in aim
				? `aim ≥ ${shownValue(row, aim.at_least)}`
				: `aim ≤ ${shownValue(row, aim.at_most)}`;
	return [
		`${meetsAim(row) ? " " : "!"} ${figure}`.padEnd(FIGURE_WIDTH),
		`${shownValue(row, value)} of ${n}`.padEnd(VALUE_WIDTH),
		goal.padEnd(AIM_WIDTH),
		set,
	].join(" ");
}

function shownValue({ unit }: Row, value: number): string {
	if (unit === "share") return `${(100 * value).toFixed(1)} %`;
	return unit === "count" ? String(value) : value.toFixed(3);
}
