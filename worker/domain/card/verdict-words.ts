import { type Band, bandOf } from "../bands.ts";

/** The words of each band: on badges, of a statement, of a whole video. */
export const BAND_WORDS: Record<
	Band,
	{ badge: string; statement: string; video: string }
> = {
	factual: {
		badge: "Factual",
		statement: "factual",
		video: "Mostly factual",
	},
	moderate: {
		badge: "Moderate BS",
		statement: "questionable",
		video: "Mixed accuracy",
	},
	high: {
		badge: "High BS",
		statement: "misleading",
		video: "High BS content",
	},
};

export const BANDS = ["factual", "moderate", "high"] as const;

export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Who measured: "3 AI models", "3 simulated raters". */
export function raterWords(raters: number, simulated: boolean): string {
	return counted(raters, simulated ? "simulated rater" : "AI model");
}

/** The whole outcome in a sentence or two, without the title. */
export function outcomeSentence(result: {
	score: number | null;
	confidence: number;
	raters: number;
	statements: number;
	simulated: boolean;
}): string {
	const { score, confidence, raters, statements, simulated } = result;
	if (score === null)
		return "Nothing to check: no factual statements were found.";
	const who = raterWords(raters, simulated);
	const label = simulated ? "Simulated BS score" : "BS score";
	return `${label} ${score} of 100: ${BAND_WORDS[bandOf(score)].video}. ${who} rated ${counted(statements, "statement")} with ${confidence}% confidence.`;
}
