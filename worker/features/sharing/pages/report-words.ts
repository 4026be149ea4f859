import {
	BAND_WORDS,
	BANDS,
	type Band,
	bandFor,
	raterWords,
} from "#contract/bands.ts";
import { plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { NOTHING_TO_CHECK } from "#contract/texts.ts";
import type { Video } from "#contract/video.ts";

/** A report's title, as in the app's tab. */
export function reportTitle(video: Video): string {
	return video.title || "Results";
}

/** The verdict in words: "BS score 42 of 100, Mixed accuracy". */
export function verdictWords(video: Video, statements: number): string {
	if (statements === 0) return NOTHING_TO_CHECK.title;
	const words = BAND_WORDS[bandFor(video.bs_score)].video;
	const score = `BS score ${video.bs_score} of 100, ${words}`;
	return video.simulated ? `${score} (simulated)` : score;
}

/** Who rated how much: "3 AI models rated 12 statements." */
export function measuredWords(video: Video, statements: number): string {
	const who = raterWords(video.panel.length, video.simulated);
	return `${who} rated ${plural(statements, "statement")}.`;
}

/** The description for previews and search engines. */
export function reportDescription(
	video: Video,
	statements: readonly Statement[],
): string {
	if (video.analysis_status === "analyzing")
		return "AI models are checking this video's factual statements right now.";
	if (video.analysis_status === "failed")
		return "This video could not be checked yet.";
	if (statements.length === 0)
		return "Nothing to check: no factual statements were found in this video.";
	const counts: Record<Band, number> = { factual: 0, moderate: 0, high: 0 };
	for (const { ai_score } of statements) counts[bandFor(ai_score)] += 1;
	const parts = BANDS.filter((band) => counts[band] > 0).map(
		(band) => `${counts[band]} ${BAND_WORDS[band].statement.toLowerCase()}`,
	);
	const made_up = video.simulated
		? " The scores were made up for a demonstration."
		: "";
	return `${verdictWords(video, statements.length)}. ${measuredWords(video, statements.length)} ${parts.join(", ")}.${made_up}`;
}

/** The description of one statement's page. */
export function statementDescription(
	video: Video,
	statement: Statement,
): string {
	const score = `${statementVerdict(statement)}, BS score ${statement.ai_score} of 100`;
	const made_up = video.simulated ? " (simulated)" : "";
	return `${score}${made_up}. Said in “${reportTitle(video)}”. ${statement.explanation}`;
}

/** The band of one statement, in a word. */
export function statementVerdict({ ai_score }: Statement): string {
	return BAND_WORDS[bandFor(ai_score)].statement;
}
