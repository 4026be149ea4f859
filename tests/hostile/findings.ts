import type { HostileClass } from "./seeds.ts";

/** One thing that must not happen. */
export type Finding = {
	kind: HostileClass;
	/** The field that contained the text, e.g. "POST /api/claims body comments". */
	field: string;
	text: string;
	what: string;
};

type Count = { cases: Set<string>; fields: Set<string>; checks: number };

/** What was tried and what was found. */
export class Findings {
	readonly all: Finding[] = [];
	readonly #counts = new Map<HostileClass, Count>();

	/** Records that a text was sent in a field and the response was checked. */
	tried(kind: HostileClass, field: string, text: string): void {
		const count = this.#counts.get(kind) ?? { cases: new Set(), fields: new Set(), checks: 0 };
		count.cases.add(text);
		count.fields.add(field);
		count.checks += 1;
		this.#counts.set(kind, count);
	}

	/** Records a check of a screen with several videos' texts; the result adds findings for it. */
	looked(
		videos: readonly { kind: HostileClass; texts: readonly string[] }[],
		field: string,
	): (what: string) => void {
		for (const { kind, texts } of videos) for (const text of texts) this.tried(kind, field, text);
		const kind = videos[0]?.kind ?? "bad strings";
		const texts = videos.flatMap((video) => video.texts).join("\n");
		return (what) => this.add(kind, field, texts, what);
	}

	add(kind: HostileClass, field: string, text: string, what: string): void {
		this.all.push({ kind, field, text, what });
	}

	/** One line for each class. */
	table(): string[] {
		const rows = [...this.#counts].map(([kind, { cases, fields, checks }]) => {
			const found = this.all.filter((one) => one.kind === kind).length;
			return [kind, cases.size, fields.size, checks, found].map(String);
		});
		const table = [["class", "cases", "fields", "tried", "findings"], ...rows];
		return table.map((row) =>
			row.map((cell, column) => (column === 0 ? cell.padEnd(20) : cell.padStart(9))).join(""),
		);
	}
}
