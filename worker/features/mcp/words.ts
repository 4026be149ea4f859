import { BAND_WORDS, bandFor } from "#contract/bands.ts";
import { quoteWords, STANCE_WORDS } from "#contract/evidence-words.ts";
import { findingWords } from "#contract/finding.ts";
import { clockTime, plural } from "#contract/format.ts";
import { madeByWords } from "#contract/made-by.ts";
import {
	coverageWords,
	isCounted,
	ON_REQUEST_WORDS,
	scoreStanding,
	shownScore,
} from "#contract/score-standing.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Report } from "#contract/video.ts";
import type { ClaimsAnswer, EvidenceAnswer, ToldStatement, VideoAnswer } from "./answers.ts";
import { othersAddress, othersLine, othersSentence } from "./others-words.ts";

/*
 * The short text beside the structured content: lines with links, in which nothing that was not
 * checked looks as if it was, and nothing that others wrote as if this site had written it.
 */

const MEMORY = "rated from memory, without sources";
const SIMULATED = "simulated for a demonstration";

type Video = NonNullable<VideoAnswer["video"]>;

/** The result in two lines: what was found, and the score. */
function resultWords(video: Video): string {
	return `${findingWords(video).sentence}\n${scoreWords(video)}`;
}

function scoreWords({ coverage, simulated, ...result }: Video): string {
	const made_up = simulated ? `, ${SIMULATED}` : "";
	const bs_score = shownScore({ bs_score: result.bs_score, coverage });
	if (bs_score === null) return `No score${made_up}.`;
	const words = BAND_WORDS[bandFor(bs_score)].video;
	const basis = scoreStanding(result) === "panel" ? MEMORY : coverageWords(coverage);
	return `BS score ${bs_score} of 100 (0 is factual, 100 is false), ${words}, ${basis}${made_up}.`;
}

function markWords(statement: ToldStatement): string {
	const { words } = statementMark(statement);
	const notes = [
		...(statement.ai_score === null ? [] : [`score ${statement.ai_score}`]),
		...(statement.ai_score !== null && statement.basis === "memory" ? [MEMORY] : []),
		...(statement.simulated ? [SIMULATED] : []),
		...(isCounted(statement) ? [] : [ON_REQUEST_WORDS.toLowerCase()]),
	];
	return notes.length === 0 ? words : `${words} (${notes.join(", ")})`;
}

function statementLines(statement: ToldStatement): string[] {
	const { id, url, content, speaker, video_title, timestamp, timestamp_source } = statement;
	const at = timestamp_source === "unknown" ? "" : `[${clockTime(timestamp)}] `;
	return [
		`- ${at}${markWords(statement)}, statement ${id}: ${url}`,
		othersLine("content", content),
		...(speaker ? [othersLine("speaker", speaker)] : []),
		...(video_title ? [othersLine("video_title", video_title)] : []),
	];
}

export function lookupText({ video, written_by_others }: VideoAnswer): string {
	if (video === null) return "";
	return [
		othersSentence(written_by_others),
		`${resultWords(video)} ${plural(video.claims_count, "statement")}. ${video.url}`,
	].join("\n");
}

export function claimsText({ statements, videos, written_by_others }: ClaimsAnswer): string {
	return [
		othersSentence(written_by_others),
		...statements.flatMap(statementLines),
		...(videos.length > 0 ? ["Videos:"] : []),
		...videos.flatMap(({ id, title, channel_name, url }) => [
			`- ${url}`,
			othersLine("title", title || id),
			...(channel_name ? [othersLine("channel_name", channel_name)] : []),
		]),
	].join("\n");
}

export function reportText(answer: VideoAnswer, { video, analysis }: Report): string {
	const told = answer.video;
	if (told === null) return "";
	const running =
		analysis?.status === "analyzing"
			? [`An analysis is running (${Math.round(analysis.progress)} %). Ask again in a minute.`]
			: [];
	const finished =
		video.analysis_status === "completed"
			? [resultWords(told), madeByWords(video) ?? ""]
			: [video.analysis_status === "failed" ? "The analysis failed." : "There is no result yet."];
	return [
		othersSentence(answer.written_by_others),
		...(told.title ? [othersLine("title", told.title)] : []),
		...(told.channel_name ? [othersLine("channel_name", told.channel_name)] : []),
		...running,
		...finished,
		`Report: ${told.url}`,
		...answer.statements.flatMap(statementLines),
		...(answer.more_statements > 0 ? [`${answer.more_statements} more in the report.`] : []),
	]
		.filter((it) => it !== "")
		.join("\n");
}

/** A statement with the pages that its verdict rests on. */
export function evidenceText({
	statement,
	evidence,
	more_evidence,
	written_by_others,
}: EvidenceAnswer): string {
	const { quote, explanation, missing_context, basis, simulated, url } = statement;
	const none =
		basis === "memory" && statement.ai_score !== null
			? "No page was opened: the models rated from memory."
			: "No page with a quote that shows it.";
	const reason = simulated ? "explanation" : "explanation, as AI models wrote it";
	return [
		othersSentence(written_by_others),
		`${markWords(statement)}: ${url}`,
		othersLine("content", statement.content),
		...(statement.speaker ? [othersLine("speaker", statement.speaker)] : []),
		...(quote ? [othersLine("quote, as it was said", quoteWords(quote))] : []),
		...(missing_context ? [othersLine("missing_context", missing_context)] : []),
		...(explanation ? [othersLine(reason, explanation)] : []),
		evidence.length === 0
			? none
			: "Pages that were opened, with quotes that a program found on them:",
		...evidence.flatMap(pageLines),
		...(more_evidence > 0 ? [`${more_evidence} more at the statement's address.`] : []),
	].join("\n");
}

function pageLines(page: EvidenceAnswer["evidence"][number]): string[] {
	const { stance, quote, title, published_at, final_url, state } = page;
	const dated = published_at === null ? "" : `, ${published_at}`;
	const lost = state === "found" ? "" : ". The quote is no longer on the page";
	return [
		`- ${STANCE_WORDS[stance]}${dated}${lost}:`,
		othersLine("quote", quote),
		othersLine("title", title),
		othersAddress("final_url", final_url),
	];
}
