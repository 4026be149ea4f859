import { BANDS } from "#contract/bands.ts";
import type { Statement } from "#contract/statement.ts";
import { type StatementMark, statementMark } from "#contract/verdict-words.ts";
import { VERDICTS } from "#contract/verdicts.ts";
import { parseTimestamp } from "#web/ui/parse-timestamp.ts";
import { answerRange } from "../summary/report-words.ts";

export type StatementSort = "time" | "score" | "disagreement";

/** Which statements are shown, and in which order. */
export type StatementView = {
	sort: StatementSort;
	/** A band, or a verdict if the run asked sources. */
	band: StatementMark["key"] | null;
	/** Seconds into the video, both ends included; null means no limit. */
	from: number | null;
	to: number | null;
	/** As the transcript writes it. */
	speaker: string | null;
};

export const WHOLE_VIEW: StatementView = {
	sort: "time",
	band: null,
	from: null,
	to: null,
	speaker: null,
};

const NAMES = ["sort", "band", "from", "to", "speaker"] as const;

/** Reads the view from an address; an invalid value counts as missing. */
export function readView(params: URLSearchParams): StatementView {
	const sort = params.get("sort");
	const band = params.get("band");
	const from = parseTimestamp(params.get("from") ?? "");
	const to = parseTimestamp(params.get("to") ?? "");
	const backwards = from !== null && to !== null && from > to;
	return {
		sort: sort === "score" || sort === "disagreement" ? sort : "time",
		band: [...BANDS, ...VERDICTS].find((key) => key === band) ?? null,
		from: backwards ? null : from,
		to: backwards ? null : to,
		speaker: params.get("speaker") || null,
	};
}

/** Writes the view into an address; the rest of its query stays unchanged. */
export function writeView(params: URLSearchParams, view: StatementView): URLSearchParams {
	const next = new URLSearchParams(params);
	for (const name of NAMES) {
		const value = view[name];
		if (value === WHOLE_VIEW[name] || value === null) next.delete(name);
		else next.set(name, String(value));
	}
	return next;
}

/** The range of the models' scores on a statement, in points; 0 with fewer than two answers. */
function scoreSpread(statement: Statement): number {
	const range = answerRange(statement);
	return range === null ? 0 : range.high - range.low;
}

export function isFiltered({ band, from, to, speaker }: StatementView): boolean {
	return [band, from, to, speaker].some((it) => it !== null);
}

/** The matching statements in the view's order. Equal scores are ordered by time. */
export function arrange(statements: readonly Statement[], view: StatementView): Statement[] {
	const shown = statements.filter(
		(statement) =>
			(view.band === null || statementMark(statement).key === view.band) &&
			(view.speaker === null || statement.speaker === view.speaker) &&
			// Addresses contain whole seconds.
			(view.from === null || Math.floor(statement.timestamp) >= view.from) &&
			(view.to === null || Math.floor(statement.timestamp) <= view.to),
	);
	const weight = {
		time: () => 0,
		// Unverified statements have no score to sort by.
		score: ({ ai_score }: Statement) => ai_score ?? -1,
		disagreement: scoreSpread,
	}[view.sort];
	return shown.sort((a, b) => weight(b) - weight(a) || a.timestamp - b.timestamp);
}

/** After a seek the player may report a slightly earlier position. */
const SEEK_TOLERANCE_S = 0.5;

/**
 * The id of the last statement that starts at or before `time` (seconds), or null before the
 * first.
 */
export function activeStatement<Id extends string>(
	statements: readonly { id: Id; timestamp: number }[],
	time: number | null,
): Id | null {
	if (time === null) return null;
	let active: { id: Id; timestamp: number } | null = null;
	for (const statement of statements) {
		if (statement.timestamp > time + SEEK_TOLERANCE_S) continue;
		if (active === null || statement.timestamp >= active.timestamp) {
			active = statement;
		}
	}
	return active?.id ?? null;
}
