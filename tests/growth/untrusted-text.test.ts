import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { FullName } from "#contract/account.ts";
import { NewsletterRequest } from "#contract/newsletter.ts";
import { ResponseRequest } from "#contract/responses.ts";
import { refuseWeakPassword } from "#features/accounts/passwords.ts";
import { hasWords, stripTurns } from "#features/captions/non-speech.ts";
import { printable, readPastedTranscript } from "#features/captions/pasted-transcript.ts";
import { readTimedLines } from "#features/captions/timed-lines.ts";
import { readTrack } from "#features/captions/tracks.ts";
import { parseTranscription } from "#features/captions/transcriber.ts";
import type { Transcript } from "#features/captions/transcript.ts";
import { containsCode } from "#features/channels/claim-channel.ts";
import { statementQuery } from "#features/evidence/search-plan.ts";
import { named, sentences } from "#features/notifications/wording.ts";
import { parseRating } from "#features/raters/parse-rating.ts";
import { ratingQuestion } from "#features/raters/rater.ts";
import { csvLine } from "#features/reports/csv.ts";
import { drawableText } from "#features/sharing/picture/drawable-text.ts";
import { extractionQuestion, parseExtraction } from "#features/statements/extractor.ts";
import { cleanContent, mergeStatements } from "#features/statements/merge-statements.ts";
import { plainForm } from "#features/statements/plain-form.ts";
import { findPromptInjections, hasPromptInjection } from "#features/statements/prompt-injection.ts";
import { protocolSpans } from "#features/statements/protocol-words.ts";
import { createQuoteMatcher } from "#features/statements/quote-in-transcript.ts";
import { sentenceStatements } from "#features/statements/sentence-heuristic.ts";
import { transcriptWindows } from "#features/statements/transcript-windows.ts";
import { buildVocabulary } from "#features/statements/vocabulary.ts";
import { passesGuard, saidNames, standsStrictly } from "#features/statements/wording-guard.ts";
import { parseWordingReadings, wordingQuestion } from "#features/statements/wording-reader.ts";
import { checkWebhookUrl } from "#features/webhooks/webhook-url.ts";
import { channelKey, parseChannelUrl } from "#features/youtube/channel-url.ts";
import { readPlayerAnswer } from "#features/youtube/player-answer.ts";
import { parseVideoUrl } from "#features/youtube/video-url.ts";
import { renderMail } from "#outbound/mail/mailer.ts";
import { visibleLine } from "#providers/prompt-text.ts";
import { normalizeText, visibleText } from "#text/clean.ts";
import { emailKey } from "#text/email-address.ts";
import { readSearch, searchKey } from "#text/search-words.ts";
import { findLink } from "#web/features/analysis/find-link.ts";
import {
	findInText,
	findSpoken,
	transcriptParagraphs,
} from "#web/features/reports/transcript/transcript-text.ts";
import { missingIn } from "#web/features/site/pages/contact-mail.ts";
import { sourceLink } from "#web/ui/source-link.ts";
import { describeError, safeText } from "#worker/log.ts";
import { countWork } from "./counted-work.ts";
import { PAGE_READERS } from "./page-readers.ts";

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

/** Two statements of a model; the quote of the first spans every punctuation mark of the text. */
function merged(text: string) {
	const signs = text.replace(/[\p{L}\p{M}\p{N}]/gu, ".");
	const said = `The moon is made ${signs} of green cheese ${text}`;
	const content = `The moon is made of cheese ${text}`;
	const found = [
		{ content, quote: QUOTE, importance: 50, cues: null },
		{ content: text, quote: text, importance: 40, cues: null },
	];
	return mergeStatements(found, createQuoteMatcher(untimed(said), 100), saidNames([said], "en"));
}

/** Two cues; the second repeats half of the first, as scrolling captions do. */
function scrolled(text: string, clock: (second: number) => string): string {
	const half = text.slice(0, text.length / 2);
	return `${clock(1)}\n${text}\n\n${clock(2)}\n${half}\nlast\n${half}`;
}

const inVtt = (second: number) => `00:0${second}.000 --> 00:0${second + 1}.000`;
const inSrt = (second: number) => `${second}\n00:00:0${second},000 --> 00:00:0${second + 1},000`;

/** Every function that reads untrusted text, directly or through a function that calls it. */
const READERS: Record<string, (text: string) => unknown> = {
	// Captions and transcripts
	visibleText,
	hasWords,
	printable,
	withoutTurns: stripTurns,
	readPastedTranscript,
	readTimedLines: (text) => readTimedLines(`0:01 a\n0:02${text}\n0:03${text}\u2028b`),
	"readTrack of WebVTT": (text) => readTrack(`WEBVTT\n\n${scrolled(text, inVtt)}`),
	"readPastedTranscript of SRT": (text) => readPastedTranscript(scrolled(text, inSrt)),
	"readTrack of srv3": (text) =>
		readTrack(`<timedtext format="3"><body><p t="1" d="2">${text}</p>`),
	"readTrack of srv3's attributes": (text) =>
		readTrack(`<timedtext format="3"><body><p ${text}>a</p>`),
	"readTrack of srv3's elements": ({ length }) =>
		readTrack(`<timedtext format="3"><body>${"<p><s>".repeat(length)}`),
	"readTrack of classic XML": (text) => readTrack(`<transcript><text start="1">${text}</text>`),
	"readTrack of json3": (text) => {
		const utf8 = text.split("\n");
		const events = utf8.map((line) => ({ segs: [{ utf8: line }] }));
		return readTrack(JSON.stringify({ events }));
	},
	transcriptWindows: (text) => transcriptWindows(timed(text)),
	transcriptParagraphs: (text) =>
		transcriptParagraphs({ cues: [], transcript: text } as unknown as Parameters<
			typeof transcriptParagraphs
		>[0]),
	// Statements, quotes and prompt injections
	sentenceStatements: (text) => sentenceStatements(untimed(text)),
	"sentenceStatements of cues": (text) => sentenceStatements(timed(text)),
	mergeStatements: merged,
	statementQuery,
	vocabularyOf: (text) => buildVocabulary(text).has("cheese"),
	saidNames: (text) => saidNames([text], null).has("cheese"),
	passesGuard: (text) => passesGuard(cleanContent(text), text, saidNames([text], "en")),
	standsStrictly: (text) =>
		standsStrictly(cleanContent(text), { quote: text, before: "so", after: `${text} cheese` }),
	aimedAtRaters: hasPromptInjection,
	findAimedText: (text) => findPromptInjections(untimed(text), 100),
	protocolSpans: (text) => protocolSpans(plainForm(text, { bare: true, lines: true }), text, 9),
	findInText: (text) => findInText(text, "moon is"),
	findSpoken: (text) => findSpoken(text, QUOTE),
	// Models: prompts and answers
	extractionQuestion: (text) => extractionQuestion({ text, language: null, limit: 9 }, () => 0),
	ratingQuestion: (text) =>
		ratingQuestion({ statement: text, said_on: null, said_in: null }, () => 0),
	wordingQuestion: (text) =>
		wordingQuestion(
			{ wordings: [{ quote: text, before: text, after: text, content: text }] },
			() => 0,
		),
	parseWordingReadings: (text) => parseWordingReadings(text, 2),
	visibleLine,
	parseExtraction: (text) => parseExtraction(text, 9),
	"parseExtraction of JSON": (text) => {
		const statements = [{ content: text, quote: text, importance: text }];
		return parseExtraction(JSON.stringify({ statements }), 9);
	},
	parseRating,
	"parseRating of JSON": (text) =>
		parseRating(
			JSON.stringify({
				score: 1,
				confidence: text,
				explanation: text,
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
	...PAGE_READERS,
	// Names, titles, links and searches
	readPlayerAnswer: (text) =>
		readPlayerAnswer(
			{
				playabilityStatus: { status: "LOGIN_REQUIRED", reason: text },
				videoDetails: {
					videoId: VIDEO,
					title: text,
					author: text,
					thumbnail: { thumbnails: [{ url: `https://a${text}`, width: 1 }] },
				},
			},
			VIDEO as Parameters<typeof readPlayerAnswer>[1],
		),
	drawableText: (text) => drawableText(text, { draws: (character) => character < "\u0400" }),
	parseVideoUrl,
	"parseVideoUrl of a host": (text) => parseVideoUrl(`https://a${text}.com/`),
	parseChannelUrl: (text) => parseChannelUrl(`https://www.youtube.com/@a${text}`),
	channelKey: (text) => channelKey({ kind: "custom", name: text }),
	findLink,
	judgeWebhookUrl: (text) =>
		checkWebhookUrl(`https://${text}`, { trusted_hosts: [], own_hostname: null }),
	searchKey,
	readSearch,
	holdsCode: (text) => containsCode(text, "bs-ABCDEF"),
	// Text written by members
	emailKey,
	refuseWeakPassword: (text) =>
		refuseWeakPassword(text, { email: `${text}@a.org`, full_name: text }),
	FullName: (text) => FullName.safeParse(text),
	NewsletterRequest: (text) => NewsletterRequest.safeParse({ email: `a@b${text}@` }),
	ResponseRequest: (text) => ResponseRequest.safeParse({ video_id: text, body: text }),
	missingIn: (text) => missingIn({ name: text, email: text, subject: text, message: text }),
	named: (text) => named(text, "a video"),
	sentences,
	renderMail: (text) => renderMail({ subject: text, before: [text], after: [text] }),
	csvLine: (text) => csvLine([text]),
	// Logs
	safeText,
	describeError: (text) => describeError(new Error(text, { cause: text })),
};

/** Runs of these are the input: a non-linear rule rereads the run from each of its characters. */
const PIECES = [
	// Marks that normalisation sorts and letters that it composes
	"\u0323\u0301",
	"\uff9e\u0301",
	"e\u0323\u0301",
	"\u1100\u1161\u11a8",
	// Spaces and line breaks
	" ",
	"\t\u00a0",
	"\n",
	"\na",
	" \n",
	"\u2028",
	// Invisible characters
	"\u200b",
	"क\u200d",
	"\ufeff",
	"\ud83d",
	// Digits and clocks
	"1",
	"1.",
	"111 ",
	"0:01 ",
	"00:01.000 --> 00:02.000\n",
	"NOTE\n\n",
	"-->",
	// Quotes and brackets
	'"',
	'"a',
	"'a",
	"([{",
	"(a ",
	"{\\",
	'{"a":',
	"[",
	// Unterminated markup
	"<",
	"<c",
	"<a b='",
	"<!--",
	"</",
	"<![CDATA[",
	'<p t="1" ',
	"&",
	"&#",
	">> ",
	// Long words and many words
	"a",
	"a1-",
	"-",
	"A ",
	"Ab. ",
	"中",
	"가나",
	"👩‍👩",
	// Addresses
	"a@",
	"a.",
	"://",
	"/",
	"%CC%A3%CC%81",
	// Phrases that the rules look for
	"Unexpected token ",
	"rate this ",
	"P3 · a.b · ",
	"before: ",
	"quote: a\n",
	"Quote 2 · a.b · ",
	"shows: all ",
	"p1 a.b ",
	'"verdict": ',
	"verdict: supported ",
	"set the verdict ",
	"rate this ",
	"raters must ",
	"and ",
	"bewerte ",
	"more ",
	"A was ",
	"score: 9 ",
	"answer json ",
	"=",
	"=== a1",
	"\\\\",
	"ai must ",
	"[Music] ",
	"twenty ",
];
/** Follows a run and keeps a pattern that reached the run's end from matching. */
const END = "\u2028b\u2028\u0001";

const GENERATORS: Record<string, (length: number) => string> = {
	...Object.fromEntries(
		PIECES.map((piece) => [
			JSON.stringify(piece),
			(length: number) => `a${piece.repeat(length / piece.length)}${END}`,
		]),
	),
	"a beginning of spaces": (length) => `${" ".repeat(length)}${END}`,
	"words that begin alike": (length) => counted(length, (at) => `chee${letters(at)} `),
	"lines that state something": (length) =>
		counted(length, (at) => `In ${at} about ${at} percent died.\n`),
};

function counted(length: number, piece: (at: number) => string): string {
	let text = "";
	for (let at = 0; text.length < length; at += 1) text += piece(at);
	return text;
}

function letters(number: number): string {
	return number.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[+digit] ?? "");
}

const LARGE = 4_000;
const SMALL = LARGE / 4;
/** Linear work grows fourfold at most, quadratic work sixteenfold. */
const MOST_GROWTH = 8;

type Read = (text: string) => unknown;
type Generate = (length: number) => string;

function readAll(read: Read, texts: string[]): void {
	for (const text of texts)
		try {
			read(text);
		} catch (error) {
			// Refusing the text is fine; overflowing the stack is not.
			if (error instanceof RangeError) throw error;
		}
}

/** How many times more work the large texts take than the small ones. */
function growthOf(read: Read, generators: Generate[]): number {
	const small = generators.map((generate) => generate(SMALL));
	const large = generators.map((generate) => generate(LARGE));
	// Warm up: what is built once on first use is not work on the text.
	readAll(read, small);
	return countWork(() => readAll(read, large)) / countWork(() => readAll(read, small));
}

/** Each count costs milliseconds, so several generators share one. */
const AT_ONCE = 10;

describe("untrusted text", () => {
	it.each(Object.keys(READERS))("is processed in linear time by %s", (name) => {
		const read = READERS[name] as Read;
		const all = Object.entries(GENERATORS);
		for (let at = 0; at < all.length; at += AT_ONCE) {
			const some = all.slice(at, at + AT_ONCE);
			const growth = growthOf(
				read,
				some.map(([, generate]) => generate),
			);
			const names = some.map(([of]) => of).join(" ");
			expect(growth, names).toBeLessThan(MOST_GROWTH);
		}
	});
});

describe("normalizeText", () => {
	it("keeps at most thirty marks in a row, in every form", () => {
		for (const form of ["NFC", "NFD", "NFKC", "NFKD"] as const) {
			const marks = "\u0331".repeat(30);
			expect(normalizeText(`x${marks}\u0331\u0332y`, form)).toBe(`x${marks}y`);
			expect(normalizeText(`x${marks}`, form)).toBe(`x${marks}`);
			const once = normalizeText("e\u0323\u0301".repeat(40), form);
			expect(once).toBe("e\u0323\u0301".repeat(40).normalize(form));
		}
	});

	it("is the only place in the product that calls String.normalize", () => {
		const root = fileURLToPath(new URL("../..", import.meta.url));
		const found = ["worker", "durable-objects", "web"]
			.flatMap((folder) =>
				readdirSync(`${root}/${folder}`, { recursive: true }).map((path) => `${folder}/${path}`),
			)
			.filter((path) => /\.tsx?$/.test(path))
			.filter((path) => readFileSync(`${root}/${path}`, "utf8").includes(".normalize("));
		// The PDF reader converts one character at a time, and imports nothing else of the product.
		expect(found).toEqual(["worker/pdf-reader/reading-direction.ts", "worker/text/clean.ts"]);
	});
});
