import { plural } from "#contract/format.ts";
import { PROVIDER_NAMES } from "#contract/providers.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import type { Video } from "#contract/video.ts";
import {
	answeringOf,
	answerRange,
	DISAGREEMENT,
	isDisputed,
	type ProviderSummary,
} from "./panel-summary.ts";

/** The raters in words: "3 AI models", "3 simulated raters". */
export function panelWords(count: number, simulated: boolean): string {
	return simulated
		? plural(count, "simulated rater")
		: plural(count, "AI model");
}

/** What was rated by how many models, in one sentence, and how many answers are missing. */
export function measuredSentence(
	video: Video,
	statements: readonly Statement[],
	summaries: readonly ProviderSummary[],
): string {
	const what = plural(statements.length, "statement");
	const asked = panelWords(summaries.length, video.simulated);
	const silent = summaries.length - answeringOf(summaries).length;
	return silent === 0
		? `${asked} rated ${what}.`
		: `${summaries.length - silent} of ${asked} answered, on ${what}. Missing answers count as 50.`;
}

/** How the models disagree, over the whole video or on some statements; null if they do not. */
export function disputeSentence(
	statements: readonly Statement[],
	summaries: readonly ProviderSummary[],
): string | null {
	const ordered = answeringOf(summaries).sort((a, b) => a.average - b.average);
	const [lowest] = ordered;
	const highest = ordered.at(-1);
	if (lowest && highest && highest.average - lowest.average > DISAGREEMENT) {
		return `The models disagree on this video: ${PROVIDER_NAMES[lowest.provider]} averages ${lowest.average}, ${PROVIDER_NAMES[highest.provider]} ${highest.average}.`;
	}
	const disputed = statements.filter(isDisputed).length;
	if (disputed === 0) return null;
	return `The models disagree on ${disputed} of ${plural(statements.length, "statement")}, by more than ${DISAGREEMENT} points.`;
}

/** How far the models agree on one statement. */
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

/** The providers without an answer, after a space; empty if all answered. */
function lostSentence(ratings: readonly Rating[]): string {
	const names = ratings
		.filter(({ status }) => status === "failed")
		.map(({ provider }) => PROVIDER_NAMES[provider]);
	if (names.length === 0) return "";
	return ` ${names.join(" and ")} gave no answer and ${names.length === 1 ? "counts" : "count"} as 50.`;
}
