import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { layout } from "#scripts/layout.ts";
import type { Measured } from "./measure-all.ts";
import type { Cells } from "./outcome.ts";

const PERFORMANCE = join(layout.root, "docs/performance.md");
const BEGIN = "<!-- figures: npm run bench -- --write -->";
const END = "<!-- figures end -->";

/** Puts the figures into docs/performance.md. Throws if the page has no place for them. */
export async function publishFigures(measured: Measured): Promise<void> {
	const page = await readFile(PERFORMANCE, "utf8");
	const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
	if (begin === -1 || end < begin)
		throw new Error(`docs/performance.md has no place for them: ${BEGIN}, ${END}.`);
	const before = page.slice(0, begin + BEGIN.length);
	await writeFile(PERFORMANCE, `${before}\n\n${figuresTable(measured)}\n\n${page.slice(end)}`);
	// In the form that the project's check asks of every file.
	const biome = join(layout.root, "node_modules/.bin/biome");
	execFileSync(process.execPath, [biome, "format", "--write", PERFORMANCE], { stdio: "ignore" });
}

type Shown = { subject: string; row: string; columns: string[] };

/** Of all that is measured, what a reader of docs/performance.md wants to know. */
const SHOWN: Shown[] = [
	...[
		"24 statements",
		"12 statements, with pages",
		"a moment",
		"200 statements",
		"3 hours, 200 statements",
	].map((row) => ({ subject: "pipeline", row, columns: ["wall s", "ratio", "first statement s"] })),
	...[10_000, 1_000_000].flatMap((videos) =>
		["a common word", "no title"].map((query) => ({
			subject: "search",
			row: `${videos} videos, ${query}`,
			columns: ["rows read", "LIKE's", "p50 ms", "LIKE's p50 ms", "p99 ms"],
		})),
	),
	...[10, 1_000].map((events) => ({
		subject: "following",
		row: `200 channels of ${events} events`,
		columns: ["rows read", "plain query's", "p50 ms", "plain query's p50 ms"],
	})),
	...[
		"a bare Hono route",
		"report as JSON",
		"share page, the edge's copy",
		"share page, composed",
	].map((row) => ({
		subject: "pages",
		row,
		columns: ["answers/s", "p50 ms", "p99 ms", "cost over its floor"],
	})),
	...["one row written", "a vote", "a vote in a check"].map((row) => ({
		subject: "votes",
		row,
		columns: ["answers/s", "p50 ms", "p99 ms", "cost over its floor"],
	})),
	...[100, 500, 2_000]
		.flatMap((viewers) => [`${viewers} viewers`, `${viewers} viewers, plain Node`])
		.map((row) => ({
			subject: "streams",
			row,
			columns: ["fan-out p50 ms", "fan-out p99 ms", "KB a viewer"],
		})),
	...["the libraries alone", "home, the first route", "results"].map((row) => ({
		subject: "client",
		row,
		columns: ["scripts KB"],
	})),
	...["Hono alone", "a page", "home, rendered by the worker", "the API"].map((row) => ({
		subject: "start",
		row,
		columns: ["processor ms to the first answer", "gzip KB"],
	})),
];

/** Tables in Markdown, one a subject, and what they were measured on. Missed aims stand under theirs. */
export function figuresTable(measured: Measured): string {
	const { on, node, processors, load_before, load_after } = measured;
	const subjects = [...new Set(SHOWN.map(({ subject }) => subject))];
	const tables = subjects.flatMap((subject) => {
		const outcome = measured.outcomes[subject];
		if (!outcome) return [];
		const rows = SHOWN.filter((it) => it.subject === subject).flatMap(({ row, columns }) => {
			const cells = outcome.table[row];
			return cells ? [{ row, columns, cells }] : [];
		});
		return [
			...(rows.length ? [markdown(subject, outcome.baseline, rows)] : []),
			...outcome.missed.map((text) => `Missed: ${text}`),
		];
	});
	return [
		...tables,
		`Measured on ${on} with Node ${node} on ${processors}; load ${load_before} before and ${load_after} after.`,
	].join("\n\n");
}

function markdown(
	subject: string,
	baseline: string,
	rows: { row: string; columns: string[]; cells: Cells }[],
): string {
	const columns = rows[0]?.columns ?? [];
	const lines = [
		[subject, ...columns],
		["---", ...columns.map(() => "---:")],
		...rows.map(({ row, cells }) => [row, ...columns.map((column) => String(cells[column] ?? ""))]),
	];
	const width = Math.max(...lines.map((line) => line[0]?.length ?? 0));
	const table = lines.map(
		([first = "", ...rest]) => `| ${first.padEnd(width)} | ${rest.join(" | ")} |`,
	);
	return `Against ${baseline}:\n\n${table.join("\n")}`;
}
