import type { VideoId } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { hasEnoughMoments, MAX_MOMENTS } from "#features/reports/moment-queries.ts";
import { readReport, type StoredReport } from "#features/reports/queries.ts";
import {
	type AskedMoment,
	MOMENT_AFTER_S,
	MOMENT_BEFORE_S,
	placeMoment,
	SAME_MOMENT_S,
} from "#features/statements/moment-window.ts";
import type { QuoteMatch } from "#features/statements/quote-in-transcript.ts";
import { problem } from "#http/problems.ts";
import { refuseRun } from "#http/run-failures.ts";
import type { Context } from "#worker/context.ts";
import { readSpokenVersion } from "./spoken-version.ts";

/** A moment's place in what is known of its video. */
type Place = {
	/** Seconds; null if nothing shows when the words are said. */
	at: number | null;
	quoted: QuoteMatch | null;
	/** The statements of the result that were made there. */
	isThere: (statement: Statement) => boolean;
};

/**
 * The statements of a moment that was checked before, or that a full result has; null if it has to
 * be checked. Throws a ProblemError if the moment is not in the video, or if the report is full.
 */
export async function answerMoment(
	{ db, view }: Pick<Context, "db" | "view">,
	video_id: VideoId,
	{ member_id, ...asked }: AskedMoment & { member_id: string | null },
): Promise<Statement[] | null> {
	const stored = await readReport(db.primary, video_id, view);
	const duration = stored.video?.duration ?? null;
	if (asked.at !== null && duration !== null && asked.at > duration)
		throw refuseRun("moment_out_of_range");
	if (stored.video?.analysis_status !== "completed") return null;
	const place =
		asked.quote === null
			? placeOfTime(asked.at ?? 0)
			: await placeOfWords({ db, view }, stored.video, asked);
	const answer = place && findAnswer(stored, place);
	if (answer !== null) return answer;
	if (isFull(stored)) throw problem("report_full");
	if (member_id !== null && (await hasEnoughMoments(db.primary, video_id, member_id)))
		throw problem("report_full/own");
	return answer;
}

/**
 * The most statements of a report to which moments still add. Each adds a few kilobytes, and all of
 * them are read and written together.
 */
const MAX_STATEMENTS = 300;

function isFull({ statements, moments }: StoredReport): boolean {
	return moments.length >= MAX_MOMENTS || statements.length >= MAX_STATEMENTS;
}

/** Words asked for again begin at the same place. */
const SAME_WORDS_S = 1;

function findAnswer({ video, statements, moments }: StoredReport, place: Place) {
	const { at, quoted } = place;
	const there = quoted || video?.scope === "full" ? statements.filter(place.isThere) : [];
	if (quoted && there.length > 0) return there;
	const checked = moments.find((it) =>
		at === null || it.at === null
			? at === it.at && quoted !== null && it.said.includes(quoted.quote)
			: Math.abs(it.at - at) <= (quoted ? SAME_WORDS_S : SAME_MOMENT_S),
	);
	if (checked)
		return statements.filter((it) => checked.statement_ids.includes(it.id) || there.includes(it));
	return there.length > 0 ? there : null;
}

function placeOfTime(at: number): Place {
	return {
		at,
		quoted: null,
		isThere: ({ timestamp, timestamp_source }) =>
			timestamp_source !== "unknown" &&
			timestamp >= at - MOMENT_BEFORE_S &&
			timestamp <= at + MOMENT_AFTER_S,
	};
}

/** The neighbours of the words do not answer for them, so a statement has to be made in them. */
async function placeOfWords(
	context: Pick<Context, "db" | "view">,
	video: Pick<Video, "id" | "version" | "duration">,
	asked: AskedMoment,
): Promise<Place | null> {
	const spoken = await readSpokenVersion(context, video);
	if (spoken === null) return null;
	const { transcript, matcher } = spoken;
	const found = placeMoment(transcript, video.duration, asked, () => matcher);
	if (typeof found === "string") throw refuseRun(found);
	const { at, quoted } = found;
	return {
		at,
		quoted,
		isThere({ quote, timestamp }) {
			const match = spoken.findStatement(quote, timestamp);
			return (
				match !== null && quoted !== null && match.start < quoted.end && quoted.start < match.end
			);
		},
	};
}

/** Whether two requests ask about the same moment, as far as their words tell. */
export function isSameMoment(a: AskedMoment, b: AskedMoment): boolean {
	if (a.quote !== b.quote) return false;
	if (a.at === null || b.at === null) return a.at === b.at;
	return Math.abs(a.at - b.at) <= SAME_MOMENT_S;
}
