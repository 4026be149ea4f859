import type { StatementId } from "#contract/ids.ts";
import { MAX_LEFT_OUT } from "#contract/selection.ts";
import type { Extraction } from "#contract/statement.ts";
import type { Moment } from "#contract/video.ts";
import { stripTurns } from "#features/captions/non-speech.ts";
import {
	type LeftOutStatement,
	type MergedStatement,
	type StatementCandidate,
	samePassage,
} from "#features/statements/merge-statements.ts";
import {
	MAX_MOMENT_STATEMENTS,
	MOMENT_AFTER_S,
	MOMENT_BEFORE_S,
} from "#features/statements/moment-window.ts";
import type { QuoteMatch } from "#features/statements/quote-in-transcript.ts";
import { runFailure } from "#http/run-failures.ts";
import type { LiveRun } from "../live-run.ts";
import type { PublishedResult } from "../published-result.ts";
import type { StepDeps } from "../step-deps.ts";
import type { Failed, TaskOutputs } from "../step-output.ts";

/*
 * A run that checks a moment takes all its steps, but extracts from the moment's window alone. A
 * statement that the published result has already rated is neither rated nor paid for again.
 */

/** The transcript, or the reason why the moment is not in it. */
export function withMoment<T extends TaskOutputs["transcript"] | TaskOutputs["join"]>(
	run: LiveRun,
	output: T,
): T | Failed {
	if (run.input.moment === null || !("transcript" in output)) return output;
	const moment = run.placeMoment(output.transcript);
	return typeof moment === "string" ? { error: runFailure(moment) } : output;
}

/** The length of video in one transcription call. In longer calls the timestamps drift. */
export const TRANSCRIBE_WINDOW_S = 600;
/** What raters read of the speech before and after a statement, in seconds. */
const AROUND_S = 30;

/** The part of the video that one call transcribes, in seconds: for a moment, only what is near it. */
export function heardPart({ input, metadata, player }: LiveRun, window: number) {
	const duration = metadata?.duration ?? player?.duration ?? 0;
	if (input.moment === null) {
		const start = window * TRANSCRIBE_WINDOW_S;
		return { start, end: Math.min(start + TRANSCRIBE_WINDOW_S, duration) };
	}
	const at = input.moment.at ?? 0;
	return {
		start: Math.max(0, at - MOMENT_BEFORE_S - AROUND_S),
		end: Math.min(at + MOMENT_AFTER_S + AROUND_S, duration),
	};
}

/** The most statements that the run rates. */
export function mostStatements(
	{ max_statements }: Pick<StepDeps, "max_statements">,
	{ input }: LiveRun,
): number {
	return input.moment === null ? max_statements : Math.min(max_statements, MAX_MOMENT_STATEMENTS);
}

/** The statements that were asked about come first. */
export function withFocus(
	run: LiveRun,
	candidates: readonly StatementCandidate[],
): StatementCandidate[] {
	const quoted = run.moment?.quoted ?? null;
	if (quoted === null) return [...candidates];
	return candidates.map((it) => {
		const match = run.matcher.find(it.quote, it.cues);
		return match && overlaps(match, quoted) ? { ...it, importance: ABOVE_ALL } : it;
	});
}

/** Models give at most 100. */
const ABOVE_ALL = 101;

function overlaps(a: QuoteMatch, b: QuoteMatch): boolean {
	return a.start < b.end && b.start < a.end;
}

type RatedBefore<T> = {
	/** Those that are no statements of the result. */
	fresh: T[];
	/** The statements of the result that the others repeat. */
	repeated: StatementId[];
	/** The statements of the result whose words are in the transcript. */
	said: StatementId[];
};

/** Separates what is a statement of the published result already. */
export function splitRated<T extends StatementCandidate | MergedStatement>(
	run: LiveRun,
	published: Pick<PublishedResult, "statements"> | null,
	found: readonly T[],
): RatedBefore<T> {
	const places = (published?.statements ?? []).flatMap(({ id, quote, timestamp }) => {
		const match = run.matcher.findNearest(quote, timestamp);
		return match ? [{ id, match }] : [];
	});
	if (places.length === 0) return { fresh: [...found], repeated: [], said: [] };
	const repeated = new Set<StatementId>();
	const fresh = found.filter((it) => {
		const match =
			"cues" in it
				? run.matcher.find(it.quote, it.cues)
				: run.matcher.findNearest(it.quote, it.timestamp);
		const twin = match && places.find((place) => samePassage(place.match, match));
		if (twin) repeated.add(twin.id);
		return !twin;
	});
	return { fresh, repeated: [...repeated], said: places.map(({ id }) => id) };
}

/**
 * What a moment adds to the figures of the extraction and to what was left out: nothing beside the
 * analysis of the whole video, which goes on with what it found itself.
 */
export function addMoment(
	published: Pick<PublishedResult, "video" | "left_out"> | null,
	found: {
		by: Extraction["by"];
		statements: readonly MergedStatement[];
		left_out: LeftOutStatement[];
	},
): { extraction: Extraction | null; left_out: LeftOutStatement[] } {
	if (published?.video.scope === "full")
		return { extraction: published.video.extraction, left_out: published.left_out };
	const known = published?.left_out ?? [];
	const isIn = (list: readonly MergedStatement[], it: MergedStatement) =>
		list.some((other) => other.quote_key === it.quote_key);
	const added = [...found.statements, ...found.left_out].filter((it) => !isIn(known, it));
	const before = published?.video.extraction ?? { by: found.by, found: 0, chosen: 0 };
	return {
		extraction: {
			by: before.by,
			found: before.found + added.length,
			chosen: before.chosen + found.statements.length,
		},
		left_out: [
			...known.filter((it) => !isIn(found.statements, it)),
			...found.left_out.filter((it) => !isIn(known, it)),
		].slice(0, MAX_LEFT_OUT),
	};
}

/** The moment as its report lists it, with the statements that the run rated or found rated. */
export function checkedMoment(
	run: LiveRun,
	rated: readonly { id: StatementId }[],
): Omit<Moment, "checked_at"> | null {
	if (run.moment === null) return null;
	const { at, from, to, text } = run.moment;
	const statement_ids = [...run.selection.kept, ...rated.map(({ id }) => id)];
	return { at, from, to, said: stripTurns(text), statement_ids };
}
