import type { Rating, Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import { plural } from "#web/ui/format-count.ts";
import { PROVIDER_NAMES } from "#web/ui/provider-names.ts";
import { answerRange, DISAGREEMENT, isDisputed } from "./panel-summary.ts";

/** Who measured: "3 AI models", "3 simulated raters". */
export function panelWords(count: number, simulated: boolean): string {
	return simulated
		? plural(count, "simulated rater")
		: plural(count, "AI model");
}

/** Who measured what, in one sentence. */
export function measuredSentence(
	video: Video,
	statements: readonly Statement[],
): string {
	const who = panelWords(video.panel.length, video.simulated);
	return `${who} rated ${plural(statements.length, "statement")}.`;
}

/** Where the models part, or null where they do not. */
export function disputeSentence(
	statements: readonly Statement[],
): string | null {
	const disputed = statements.filter(isDisputed).length;
	if (disputed === 0) return null;
	return `They are more than ${DISAGREEMENT} points apart on ${plural(disputed, "statement")}.`;
}

/** How the models stand to each other on one statement. */
export function consensusSentence(ratings: readonly Rating[]): string {
	const lost = lostSentence(ratings);
	const range = answerRange(ratings);
	if (range === null) return `One model's view.${lost}`;
	const who = ratings.every(({ status }) => status === "simulated")
		? "simulated raters"
		: "models";
	const { low, high } = range;
	if (high - low > DISAGREEMENT) {
		return `The ${who} disagree: ${low} to ${high}.${lost}`;
	}
	if (high === low) return `The ${who} agree.${lost}`;
	return `The ${who} agree within ${plural(high - low, "point")}.${lost}`;
}

/** Whose answer is missing, after a space; empty where none is. */
function lostSentence(ratings: readonly Rating[]): string {
	const names = ratings
		.filter(({ status }) => status === "failed")
		.map(({ provider }) => PROVIDER_NAMES[provider]);
	if (names.length === 0) return "";
	return ` ${names.join(" and ")} gave no answer and ${names.length === 1 ? "counts" : "count"} as 50.`;
}
