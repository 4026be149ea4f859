import { extractionQuestion } from "#adapters/ai/extraction-prompt.ts";
import { parseTranscription } from "#adapters/ai/gemini/parse-transcription.ts";
import { visibleLine } from "#adapters/ai/hidden-characters.ts";
import { parseExtraction } from "#adapters/ai/parse-extraction.ts";
import { parseRating } from "#adapters/ai/parse-rating.ts";
import { ratingQuestion } from "#adapters/ai/rating-prompt.ts";
import { emailKey } from "#adapters/db/email-key.ts";
import { searchKey } from "#adapters/db/search-key.ts";
import { NewsletterRequest } from "#contract/newsletter.ts";
import { ResponseRequest } from "#contract/responses.ts";
import { aimedAtRaters } from "#domain/aimed/aimed-at-raters.ts";
import { findAimedText } from "#domain/aimed/find-aimed-text.ts";
import { cleanText } from "#domain/captions/clean-text.ts";
import { parseClockedLines } from "#domain/captions/clocked-lines.ts";
import { hasWords } from "#domain/captions/has-words.ts";
import { printable } from "#domain/captions/printable.ts";
import { readPastedTranscript } from "#domain/captions/read-pasted-transcript.ts";
import { readTrack } from "#domain/captions/read-track.ts";
import { withoutTurns } from "#domain/captions/without-turns.ts";
import { channelKey, parseChannelUrl } from "#domain/channel-url.ts";
import { csvLine } from "#domain/csv-line.ts";
import { saysWhatWasSaid } from "#domain/grounding/says-what-was-said.ts";
import { vocabularyOf } from "#domain/grounding/units-of.ts";
import { holdsCode } from "#domain/holds-code.ts";
import { describeError } from "#domain/log/describe-error.ts";
import { safeText } from "#domain/log/safe-text.ts";
import { renderMail } from "#domain/mails/render-mail.ts";
import { mergeStatements } from "#domain/merge-statements.ts";
import { named, sentences } from "#domain/notices/wording.ts";
import { refuseWeakPassword } from "#domain/passwords/refuse-weak-password.ts";
import { drawableText } from "#domain/picture/drawable-text.ts";
import { readPlayerAnswer } from "#domain/player-answer.ts";
import { createQuoteMatcher } from "#domain/quote-match.ts";
import { sentenceStatements } from "#domain/sentence-heuristic.ts";
import { cleanContent } from "#domain/text/clean-content.ts";
import type { Transcript } from "#domain/transcript.ts";
import { transcriptWindows } from "#domain/transcript-windows.ts";
import { parseVideoUrl } from "#domain/video-url.ts";
import { judgeWebhookUrl } from "#domain/webhooks/judge-webhook-url.ts";
import { findLink } from "#web/features/analyze/find-link.ts";
import { missingIn } from "#web/features/pages/contact-message.ts";
import { findInText, findSpoken } from "#web/features/report/find-in-text.ts";
import { transcriptParagraphs } from "#web/features/report/transcript-paragraphs.ts";
import { sourceLink } from "#web/ui/source-link.ts";

const VIDEO = "abcdefghijk";
const QUOTE = "the moon is made of green cheese";

function untimed(text: string): Transcript {
	return { source: "member", language: "en", track: null, cues: [], text };
}

function timed(text: string): Transcript {
	const cues = text.split("\n").map((line, start) => ({ start, text: line }));
	const joined = cues.map((cue) => cue.text).join(" ");
	return { ...untimed(joined), cues };
}

/** Statements of a model, one of which stands in the transcript around all signs of the text. */
function merged(text: string) {
	const signs = text.replace(/[\p{L}\p{M}\p{N}]/gu, ".");
	const said = `The moon is made ${signs} of green cheese ${text}`;
	const content = `The moon is made of cheese ${text}`;
	const found = [
		{ content, quote: QUOTE, importance: 50, cues: null },
		{ content: text, quote: text, importance: 40, cues: null },
	];
	return mergeStatements(found, createQuoteMatcher(untimed(said), 100));
}

/** Two cues, the second with half of the first and more: as scrolling captions are written. */
function scrolled(text: string, clock: (second: number) => string): string {
	const half = text.slice(0, text.length / 2);
	return `${clock(1)}\n${text}\n\n${clock(2)}\n${half}\nlast\n${half}`;
}

const inVtt = (second: number) => `00:0${second}.000 --> 00:0${second + 1}.000`;
const inSrt = (second: number) =>
	`${second}\n00:00:0${second},000 --> 00:00:0${second + 1},000`;

/** Every function that reads what others wrote; one may stand for those that it calls. */
export const READERS: Record<string, (text: string) => unknown> = {
	// Captions and transcripts
	cleanText,
	hasWords,
	printable,
	withoutTurns,
	readPastedTranscript,
	parseClockedLines: (text) =>
		parseClockedLines(`0:01 a\n0:02${text}\n0:03${text}\u2028b`),
	"readTrack of WebVTT": (text) =>
		readTrack(`WEBVTT\n\n${scrolled(text, inVtt)}`),
	"readPastedTranscript of SRT": (text) =>
		readPastedTranscript(scrolled(text, inSrt)),
	"readTrack of srv3": (text) =>
		readTrack(`<timedtext format="3"><body><p t="1" d="2">${text}</p>`),
	"readTrack of srv3's attributes": (text) =>
		readTrack(`<timedtext format="3"><body><p ${text}>a</p>`),
	"readTrack of classic XML": (text) =>
		readTrack(`<transcript><text start="1">${text}</text>`),
	"readTrack of json3": (text) => {
		const utf8 = text.split("\n");
		const events = utf8.map((line) => ({ segs: [{ utf8: line }] }));
		return readTrack(JSON.stringify({ events }));
	},
	transcriptWindows: (text) => transcriptWindows(timed(text)),
	transcriptParagraphs: (text) =>
		transcriptParagraphs({
			cues: [],
			transcript: text,
		} as unknown as Parameters<typeof transcriptParagraphs>[0]),
	// Statements, quotes and what is aimed at the raters
	sentenceStatements: (text) => sentenceStatements(untimed(text)),
	"sentenceStatements of cues": (text) => sentenceStatements(timed(text)),
	mergeStatements: merged,
	vocabularyOf: (text) => vocabularyOf(text).hasWord("cheese"),
	saysWhatWasSaid: (text) =>
		saysWhatWasSaid(cleanContent(text), {
			quote: text,
			quote_key: "cheese",
			around: `so ${text} cheese`,
		}),
	aimedAtRaters,
	findAimedText: (text) => findAimedText(untimed(text), 100),
	findInText: (text) => findInText(text, "moon is"),
	findSpoken: (text) => findSpoken(text, QUOTE),
	// Models: what they are asked and what they answer
	extractionQuestion: (text) =>
		extractionQuestion({ text, language: null, limit: 9 }, () => 0),
	ratingQuestion: (text) =>
		ratingQuestion({ statement: text, said_on: null }, () => 0),
	visibleLine,
	parseExtraction: (text) => parseExtraction(text, 9, "▁"),
	"parseExtraction of JSON": (text) => {
		const statements = [{ content: text, quote: text, importance: text }];
		return parseExtraction(JSON.stringify({ statements }), 9, "▁");
	},
	parseRating,
	"parseRating of JSON": (text) =>
		parseRating(
			JSON.stringify({
				...{ score: 1, confidence: text, explanation: text },
				sources: [text, text.slice(0, 300)],
			}),
		),
	parseTranscription: (text) => {
		const segments = text
			.split(/(.{500})/su)
			.map((piece, at) => ({ start: String(at), text: piece }));
		const answer = JSON.stringify({ language: text, segments });
		return parseTranscription(answer, { start: 0, end: 600 });
	},
	sourceLink,
	// Names, titles, links and searches
	readPlayerAnswer: (text) =>
		readPlayerAnswer(
			{
				playabilityStatus: { status: "LOGIN_REQUIRED", reason: text },
				videoDetails: {
					...{ videoId: VIDEO, title: text, author: text },
					thumbnail: { thumbnails: [{ url: `https://a${text}`, width: 1 }] },
				},
			},
			VIDEO as Parameters<typeof readPlayerAnswer>[1],
		),
	drawableText: (text) =>
		drawableText(text, { draws: (character) => character < "\u0400" }),
	parseVideoUrl,
	"parseVideoUrl of a host": (text) => parseVideoUrl(`https://a${text}.com/`),
	parseChannelUrl: (text) =>
		parseChannelUrl(`https://www.youtube.com/@a${text}`),
	channelKey: (text) => channelKey({ kind: "custom", name: text }),
	findLink,
	judgeWebhookUrl: (text) =>
		judgeWebhookUrl(`https://${text}`, {
			trusted_hosts: [],
			own_hostname: null,
		}),
	searchKey,
	holdsCode: (text) => holdsCode(text, "bs-ABCDEF"),
	// Members' own words
	emailKey,
	refuseWeakPassword: (text) => refuseWeakPassword(text, `${text}@a.org`),
	NewsletterRequest: (text) =>
		NewsletterRequest.safeParse({ email: `a@b${text}@` }),
	ResponseRequest: (text) =>
		ResponseRequest.safeParse({ video_id: text, body: text }),
	missingIn: (text) =>
		missingIn({ name: text, email: text, subject: text, message: text }),
	named: (text) => named(text, "a video"),
	sentences,
	renderMail: (text) =>
		renderMail({ subject: text, before: [text], after: [text] }),
	csvLine: (text) => csvLine([text]),
	// Logs
	safeText,
	describeError: (text) => describeError(new Error(text, { cause: text })),
};
