import type { Statement } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import {
	DEFAULT_MAX_STATEMENTS,
	MAX_CONTENT_CHARS,
} from "#features/statements/merge-statements.ts";
import { foldText } from "#text/fold.ts";
import { INVENTED } from "./hostile-videos.ts";

/** The specification's limits for an explanation, a source and the number of sources. */
const MAX_EXPLANATION_CHARS = 600;
const MAX_SOURCE_CHARS = 300;
const MAX_SOURCES = 5;
/** Invisible and direction-changing characters, which must not get from a model to a screen. */
const UNSEEN = /[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069\u200b\u2060]/u;

/** What is wrong with a result made of hostile answers. */
export function wrongInReport(report: Report, transcript: string): string[] {
	const { statements, video } = report;
	const wrong: string[] = [];
	if (video.analysis_status !== "completed")
		wrong.push(`the analysis ended as ${video.analysis_status}`);
	if (statements.length === 0) wrong.push("no statement was left");
	if (statements.length > DEFAULT_MAX_STATEMENTS) wrong.push(`${statements.length} statements`);
	// A quote is one line, while a pasted text may have many; only white space may differ.
	const said = transcript.replace(/\s+/gu, " ");
	for (const statement of statements) wrong.push(...wrongInStatement(statement, said));
	return wrong;
}

/** What is wrong with the report of a pasted text that is no transcript, such as a page's HTML. */
export function wrongInRefusal({ statements, video }: Report): string[] {
	const { analysis_status, error } = video;
	const is_refused = analysis_status === "failed" && error?.code === "transcript_unreadable";
	return [
		...(is_refused ? [] : [`the analysis ended as ${analysis_status}`]),
		...(statements.length === 0 ? [] : ["a refused text has statements"]),
	];
}

function wrongInStatement(statement: Statement, said: string): string[] {
	const { content, quote, explanation, ratings } = statement;
	const wrong: string[] = [];
	if (!said.includes(quote)) wrong.push(`“${quote}” is not in the transcript`);
	if (content === INVENTED || quote.includes(INVENTED))
		wrong.push("an invented statement is shown");
	if (!sharesWord(content, folded(said))) wrong.push(`nobody said a word of “${content}”`);
	if (content.length > MAX_CONTENT_CHARS) wrong.push("the content is too long");
	if (UNSEEN.test(content)) wrong.push("the content hides characters");
	for (const text of [explanation, ...ratings.map((it) => it.explanation)]) {
		if (text.length > MAX_EXPLANATION_CHARS) wrong.push("an explanation is too long");
		if (UNSEEN.test(text)) wrong.push("an explanation hides characters");
	}
	for (const { sources, provider } of ratings) {
		if (sources.length > MAX_SOURCES) wrong.push(`${provider} has ${sources.length} sources`);
		wrong.push(...sources.flatMap(wrongInSource));
	}
	return wrong;
}

/** Whether the content shares a word with what was said; without words it passes. */
function sharesWord(content: string, heard: string): boolean {
	const words = content.match(/[\p{L}\p{M}]{4,}/gu) ?? [];
	return !words.length || words.some((it) => heard.includes(folded(it)));
}

/** With marks in one order: they are stored in that of the text, or of Unicode. */
function folded(text: string): string {
	return foldText(text).normalize("NFC");
}

function wrongInSource(source: string): string[] {
	if (source.length > MAX_SOURCE_CHARS) return ["a source is too long"];
	const link = /^[a-z][a-z0-9+.-]*:/i.test(source) ? source : `https://${source}`;
	if (!URL.canParse(link)) return [`the source ${source} is no address`];
	const { protocol, hostname, username } = new URL(link);
	if (!/^https?:$/.test(protocol)) return [`the source ${source} is no page`];
	if (username !== "") return [`the source ${source} names a user`];
	const inner = /^[\d.]+$|^\[|^localhost\.?$|\.(?:local|internal|localhost)\.?$/.test(hostname);
	return inner ? [`the source ${source} lies inside`] : [];
}
