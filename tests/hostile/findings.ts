import type { HostileClass } from "./seeds.ts";

/** One thing that must not be. */
export type Finding = {
	kind: HostileClass;
	/** Where the text was put, e.g. "POST /api/claims body comments". */
	field: string;
	text: string;
	what: string;
};

type Count = { cases: Set<string>; fields: Set<string>; checks: number };

/** What was tried, and what came of it. */
export class Findings {
	readonly all: Finding[] = [];
	readonly #counts = new Map<HostileClass, Count>();

	/** A text was put into a field, and what came back was looked at. */
	tried(kind: HostileClass, field: string, text: string): void {
		const count = this.#counts.get(kind) ?? {
			cases: new Set(),
			fields: new Set(),
			checks: 0,
		};
		count.cases.add(text);
		count.fields.add(field);
		count.checks += 1;
		this.#counts.set(kind, count);
	}

	/** Texts of several videos stand on one screen; the answer takes what is wrong with it. */
	looked(
		videos: readonly { kind: HostileClass; texts: readonly string[] }[],
		field: string,
	): (what: string) => void {
		for (const { kind, texts } of videos)
			for (const text of texts) this.tried(kind, field, text);
		const kind = videos[0]?.kind ?? "bad strings";
		const texts = videos.flatMap((video) => video.texts).join("\n");
		return (what) => this.add(kind, field, texts, what);
	}

	add(kind: HostileClass, field: string, text: string, what: string): void {
		this.all.push({ kind, field, text, what });
	}

	/** A line a class. */
	table(): string[] {
		const rows = [...this.#counts].map(([kind, { cases, fields, checks }]) => {
			const found = this.all.filter((one) => one.kind === kind).length;
			return [kind, cases.size, fields.size, checks, found].map(String);
		});
		const table = [["class", "cases", "fields", "tried", "findings"], ...rows];
		return table.map((row) =>
			row
				.map((cell, column) =>
					column === 0 ? cell.padEnd(20) : cell.padStart(9),
				)
				.join(""),
		);
	}
}
