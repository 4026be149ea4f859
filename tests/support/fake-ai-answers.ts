import { createHash } from "node:crypto";
import type { FakeCall, FakeKind } from "./fake-ai-call.ts";

/** What the model writes where it writes no JSON of ours. */
export class RawText {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** What the model says, by task: the object that its JSON holds, or a RawText. */
export type FakeAnswers = Record<FakeKind, (call: FakeCall) => unknown>;

const SEGMENT_SECONDS = 10;
const SHORTEST_STATEMENT = 20;

/** 0 to 100, the same for the same provider and statement. */
export function fakeScore(provider: string, statement: string): number {
	const digest = createHash("sha256").update(`${provider}:${statement}`);
	return digest.digest().readUInt16BE(0) % 101;
}

export const DEFAULT_ANSWERS: FakeAnswers = {
	rate: ({ provider, statement }) => ({
		score: fakeScore(provider, statement ?? ""),
		confidence: 80,
		explanation: `${provider} looked at ${(statement ?? "").length} characters.`,
		sources: ["https://www.who.int/news-room", "nasa.gov"],
	}),
	/** The transcript's longer sentences, word for word. */
	extract: ({ transcript, limit }) => ({
		statements: (transcript ?? "")
			.split(/(?<=[.!?])\s+|\n+/)
			.map((sentence) => sentence.trim())
			.filter((sentence) => sentence.length > SHORTEST_STATEMENT)
			.slice(0, limit)
			.map((sentence, index) => ({
				content: sentence,
				quote: sentence,
				importance: Math.max(1, 90 - index),
			})),
	}),
	transcribe: ({ clip }) => {
		const { start, end } = clip ?? { start: 0, end: 0 };
		const count = Math.ceil((end - start) / SEGMENT_SECONDS);
		return {
			language: "en",
			segments: Array.from({ length: count }, (_, index) => {
				const at = start + index * SEGMENT_SECONDS;
				return {
					start: `${Math.floor(at / 60)}:${String(at % 60).padStart(2, "0")}`,
					text: `At second ${at} the speaker names a figure of ${at} percent.`,
				};
			}),
		};
	},
};

export const WRONG_TYPES: Record<FakeKind, unknown> = {
	rate: { score: { value: 3 }, confidence: "high", explanation: 7, sources: 1 },
	extract: { statements: "none" },
	transcribe: { language: 5, segments: { start: "0:00" } },
};
