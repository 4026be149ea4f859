import type { Provider } from "#contract/ids.ts";
import type { FakeAnswers } from "./fake-ai-answers.ts";
import type { FakeVideo } from "./fake-youtube-scenario.ts";

/** What is said at which second, and what each model makes of it. */
const SAID: { at: number; text: string; scores: [number, number, number] }[] = [
	{
		at: 10,
		text: "The harbour was opened in 1874 by the town itself.",
		scores: [5, 8, 11],
	},
	{
		at: 40,
		text: "Nine of ten ships come from one single country.",
		scores: [12, 85, 50],
	},
	{
		at: 75,
		text: "Its crane lifts forty tons at every hour of the day.",
		scores: [40, 44, 48],
	},
	{
		at: 77,
		text: "No other crane in the world lifts more than that.",
		scores: [90, 94, 98],
	},
	{
		at: 120,
		text: "The water in the basin is eleven metres deep.",
		scores: [20, 22, 24],
	},
	{
		at: 240,
		text: "Fish caught here make everybody live ten years longer.",
		scores: [88, 92, 96],
	},
	{
		at: 300,
		text: "The lighthouse beside it was lit for the last time in 1983.",
		scores: [2, 4, 6],
	},
	{
		at: 420,
		text: "Every third job of the town depends on the harbour.",
		scores: [30, 50, 55],
	},
];

const PANEL: Provider[] = ["openai", "claude", "gemini"];

/** Eight statements in eight minutes: three factual, two questionable ones and one disputed, two misleading. */
export const DEBATE: Partial<FakeVideo> = {
	title: "The truth about our harbour",
	duration: 480,
	tracks: [
		{
			language: "en",
			cues: SAID.map(({ at, text }) => ({ start: at, text })),
		},
	],
};

/** For FakeAi.answer. */
export const rateDebate: FakeAnswers["rate"] = ({ provider, statement }) => {
	const said = SAID.find(({ text }) => text === statement);
	return {
		score: said?.scores[PANEL.indexOf(provider)] ?? 50,
		confidence: 80,
		explanation: `${provider} compared it with the harbour's own records.`,
		sources: ["https://www.who.int/news-room", "nasa.gov"],
	};
};
