import { BAND_WORDS, BANDS, type Band, bandFor, raterWords } from "#contract/bands.ts";
import { captionsReaderWords } from "#contract/browser-captions.ts";
import { FROM_MEMORY_SENTENCE } from "#contract/evidence-words.ts";
import { plural } from "#contract/format.ts";
import { coverageWords, hollowWords, isVerdict, scoreStanding } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";
import { NOTHING_TO_CHECK } from "#contract/texts.ts";
import { statementMark } from "#contract/verdict-words.ts";
import { VERDICT_WORDS, VERDICTS, type Verdict } from "#contract/verdicts.ts";
import type { Video } from "#contract/video.ts";

/** A report's title, as in the app's tab. */
export function reportTitle(video: Video): string {
	return video.title || "Results";
}

/** The verdict in words: "BS score 42 of 100, Mixed accuracy". */
export function verdictWords(video: Video, statements: number): string {
	if (statements === 0) return NOTHING_TO_CHECK.title;
	const standing = scoreStanding(video);
	if (!isVerdict(standing)) return hollowWords(standing, video.coverage);
	const words = BAND_WORDS[bandFor(video.bs_score)].video;
	const score = `BS score ${video.bs_score} of 100, ${words}`;
	const checked = standing === "checked" ? `${score}, ${coverageWords(video.coverage)}` : score;
	return video.simulated ? `${checked} (simulated)` : checked;
}

/** Who rated how much: "3 AI models rated 12 statements." */
export function measuredWords(video: Video, statements: number): string {
	const who = raterWords(video.panel.length, video.simulated);
	return `${who} rated ${plural(statements, "statement")}.`;
}

/** The description for previews and search engines. */
export function reportDescription(video: Video, statements: readonly Statement[]): string {
	if (video.analysis_status === "analyzing")
		return `${video.simulated ? "Simulated raters are rating" : "AI models are checking"} this video's factual statements right now.`;
	if (video.analysis_status === "failed") return "This video could not be checked yet.";
	if (statements.length === 0)
		return "Nothing to check: no factual statements were found in this video.";
	const standing = scoreStanding(video);
	if (standing === "memory")
		return `${verdictWords(video, statements.length)}. ${FROM_MEMORY_SENTENCE}`;
	const keys = statements.map((it) => statementMark(it, standing).key);
	const parts = [...BANDS, ...VERDICTS].flatMap((key) => {
		const count = keys.filter((it) => it === key).length;
		return count === 0 ? [] : [`${count} ${markWord(key).toLowerCase()}`];
	});
	const made_up =
		video.simulated && isVerdict(standing) ? " The scores were made up for a demonstration." : "";
	const origin = video.captions_read_by ? ` ${captionsReaderWords(video.captions_read_by)}.` : "";
	return `${verdictWords(video, statements.length)}. ${measuredWords(video, statements.length)} ${parts.join(", ")}.${origin}${made_up}`;
}

/** The description of one statement's page. */
export function statementDescription(video: Video, statement: Statement): string {
	const { band, words } = statementMark(statement, scoreStanding(video));
	const score = band === null ? words : `${words}, BS score ${statement.ai_score} of 100`;
	const made_up = video.simulated ? " (simulated)" : "";
	return `${score}${made_up}. Said in “${reportTitle(video)}”. ${statement.explanation}`;
}

function markWord(key: Band | Verdict): string {
	return isBand(key) ? BAND_WORDS[key].statement : VERDICT_WORDS[key];
}

function isBand(key: Band | Verdict): key is Band {
	return key in BAND_WORDS;
}
