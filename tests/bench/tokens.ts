import { type GivenPassage, MAX_GIVEN_PASSAGES } from "#features/evidence/given-passages.ts";
import { MAX_PASSAGE_CHARS } from "#features/evidence/passages.ts";
import { evidenceQuestion } from "#features/evidence/rate-question.ts";
import { planQuestion } from "#features/evidence/search-plan.ts";
import { DEFAULT_MODELS } from "#features/raters/panel.ts";
import { ratingQuestion } from "#features/raters/rater.ts";
import { extractionQuestion } from "#features/statements/extractor.ts";
import { MAX_MOMENT_STATEMENTS } from "#features/statements/moment-window.ts";
import type { Question } from "#providers/client.ts";
import { modelFacts } from "#providers/models.ts";
import { costUsd } from "#providers/prices.ts";
import { longTalk } from "#tests/support/fixtures/talks.ts";
import { shown } from "./figures.ts";
import type { Cells, Outcome } from "./outcome.ts";

/** What one analysis asks the models, in tokens and at list price, without pages and with them. */

/** English, by the vendors' own rule of thumb. */
const CHARS_A_TOKEN = 4;
/** Tokens of an answer: a reason of two sentences; a reason with two quotes; a plan or a statement. */
const ANSWER = { rate: 120, rate_by_evidence: 320, plan: 60, extract: 60 };
const STATEMENTS = 24;
const WORDS = 2_400;
/** The window of a moment, at a fast speaker's rate. */
const MOMENT_LINES = 17;

const random = () => 0.5;
const said_on = "2025-05-04";
const video = { title: "What the harbour records say", channel: "Harbour History" };
/** Thirty seconds at 150 words a minute, on either side. */
const SPEECH = "and then they counted the ships again ".repeat(11);
const SPOKEN = { quote: "They counted them twice that year.", before: SPEECH, after: SPEECH };

export async function measureTokens(): Promise<Outcome> {
	const cues = longTalk({ number: 1, words: WORDS, facts: STATEMENTS }).tracks?.[0]?.cues;
	const lines = (cues ?? []).map(({ text }) => text);
	const whole = askedAbout(lines, lines, STATEMENTS);
	const moment = askedAbout(lines, lines.slice(0, MOMENT_LINES), MAX_MOMENT_STATEMENTS);
	return {
		baseline: "an analysis that asks no sources",
		table: {
			"no sources": whole(0),
			"3 passages a statement": whole(3),
			"8 passages a statement": whole(8),
			"16 passages a statement": whole(MAX_GIVEN_PASSAGES),
			"a moment, no sources": moment(0),
			"a moment, 8 passages a statement": moment(8),
		},
		missed: [],
	};
}

/** What is asked about so many statements of the read lines, by the passages of each. */
function askedAbout(
	lines: readonly string[],
	read: readonly string[],
	count: number,
): (passages: number) => Cells {
	const statements = lines.filter((text) => text.startsWith("Records")).slice(0, count);
	const passage = lines.join(" ").slice(0, MAX_PASSAGE_CHARS);
	const extraction = asked("openai", ANSWER.extract * count, [
		extractionQuestion({ text: read.join("\n"), language: "en", limit: count }, random),
	]);
	const plan = asked("openai", ANSWER.plan * count, [
		planQuestion(
			{ statements: statements.map((content) => ({ content, spoken: SPOKEN })), video, said_on },
			random,
		),
	]);
	const byPanel = (answer: number, questions: Question[]) =>
		(["openai", "claude", "gemini"] as const).map((provider) => asked(provider, answer, questions));
	const ratingsWith = (passages: number) =>
		byPanel(
			ANSWER.rate_by_evidence,
			statements.map((statement) =>
				evidenceQuestion(
					{
						statement,
						said_on,
						spoken: SPOKEN,
						video,
						today: "2026-01-01",
						passages: passagesOf(passage, passages),
					},
					random,
				),
			),
		);
	const fromMemory = () =>
		byPanel(
			ANSWER.rate,
			statements.map((statement) => ratingQuestion({ statement, said_on, said_in: null }, random)),
		);
	return (passages) =>
		sum(
			passages === 0 ? [extraction, ...fromMemory()] : [extraction, plan, ...ratingsWith(passages)],
		);
}

type Asked = { calls: number; input: number; output: number; usd: number };

function asked(
	provider: keyof typeof DEFAULT_MODELS,
	answer: number,
	questions: Question[],
): Asked {
	const chars = questions.reduce(
		(all, { system, user, schema }) =>
			all + system.length + user.length + JSON.stringify(schema.json).length,
		0,
	);
	const input = Math.ceil(chars / CHARS_A_TOKEN);
	const output = answer * questions.length;
	const { price } = modelFacts(provider, DEFAULT_MODELS[provider]);
	const usd = costUsd(price, { input, output, audio: 0 }) ?? 0;
	return { calls: questions.length, input, output, usd };
}

function sum(parts: Asked[]): Cells {
	const all = (of: (part: Asked) => number) => parts.reduce((total, part) => total + of(part), 0);
	return {
		calls: all(({ calls }) => calls),
		"tokens in": all(({ input }) => input),
		"tokens out": all(({ output }) => output),
		"list price, US cents": shown(100 * all(({ usd }) => usd)),
	};
}

function passagesOf(text: string, count: number): GivenPassage[] {
	return Array.from({ length: count }, (_, place) => ({
		name: `P${place + 1}`,
		page_id: `page-${place}`,
		cluster: place + 1,
		title: "A talk",
		site: "wikipedia.org",
		kind: "encyclopedia" as const,
		known_kind: "encyclopedia" as const,
		published_at: "2024-05-01",
		language: "en",
		by_member: false,
		passage: { start: 0, end: text.length, text, before: "", after: "" },
	}));
}
