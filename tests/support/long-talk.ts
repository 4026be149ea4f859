import type { Cue } from "#contract/video.ts";
import type { FakeAnswers } from "./fake-ai-answers.ts";
import type { FakeVideo } from "./fake-youtube-scenario.ts";
import { seededRandom } from "./seeded-random.ts";

/** A brisk speaker's pace; three hours are 28,000 words. */
const WORDS_PER_SECOND = 2.6;
const FILLER_WORDS = 12;
const VOCABULARY =
	`people water evening story harbour weather morning question window garden answer
	kitchen letter bridge summer village reason silver mountain voice corner winter paper
	candle station market island promise shadow river engine lantern`.split(
		/\s+/,
	);

type Talk = {
	/** Told apart from other talks by it: no two share a statement. */
	number: number;
	/** About as many as are said. */
	words: number;
	/** Statements that can be checked, spread evenly. */
	facts: number;
	kind?: "manual" | "asr";
};

/** A talk of any length, as the platform has it. */
export function longTalk(talk: Talk): Partial<FakeVideo> {
	const cues = timed(sentencesOf(talk));
	const duration = Math.ceil((cues.at(-1)?.start ?? 0) + FILLER_WORDS);
	return {
		title: `Harbour talk ${talk.number}`,
		duration,
		tracks: [{ language: "en", kind: talk.kind ?? "manual", cues }],
	};
}

/** For FakeAi.answer: every checkable statement of the window, limit or not. */
export const extractFacts: FakeAnswers["extract"] = ({ transcript }) => ({
	statements: [...(transcript ?? "").matchAll(/Records show [^.]+\./g)].map(
		([sentence], index) => ({
			content: sentence,
			quote: sentence,
			importance: 90 - (index % 50),
		}),
	),
});

function sentencesOf({ number, words, facts }: Talk): string[] {
	const random = seededRandom(number);
	const count = Math.ceil(words / FILLER_WORDS);
	const every = Math.max(1, Math.floor(count / facts));
	return Array.from({ length: Math.max(count, facts) }, (_, index) =>
		index % every === 0 && index / every < facts
			? fact(number, index / every)
			: filler(random),
	);
}

function fact(talk: number, index: number): string {
	return `Records show that pier ${index + 1} of harbour ${talk} was ${100 + index} metres long in ${1800 + (index % 200)}.`;
}

function filler(random: () => number): string {
	const words = Array.from(
		{ length: FILLER_WORDS },
		() => VOCABULARY[Math.floor(random() * VOCABULARY.length)] ?? "",
	);
	return `And ${words.join(" ")}.`;
}

function timed(sentences: string[]): Cue[] {
	let said = 0;
	return sentences.map((text) => {
		const start = Math.round((said / WORDS_PER_SECOND) * 1_000) / 1_000;
		said += text.split(" ").length;
		return { start, text };
	});
}
