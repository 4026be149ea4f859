import { isCounting, isInAverage, RATER_VERDICT_WORDS } from "#contract/evidence-words.ts";
import { plural } from "#contract/format.ts";
import type { Provider } from "#contract/ids.ts";
import { PROVIDERS, raterName } from "#contract/providers.ts";
import type { Rating, Statement } from "#contract/statement.ts";
import { UNVERIFIED_LABELS } from "#contract/verdict-words.ts";
import { type RaterVerdict, UNVERIFIED_REASONS } from "#contract/verdicts.ts";

/**
 * The statements without a verdict by reason, for example "no source found (3), too new to judge
 * (1)"; empty if all have one.
 */
export function unverifiedWords(statements: readonly Statement[]): string {
	const reasons = statements.flatMap(({ unverified_reason }) => unverified_reason ?? []);
	return UNVERIFIED_REASONS.flatMap((reason) => {
		const count = reasons.filter((it) => it === reason).length;
		return count === 0 ? [] : [`${UNVERIFIED_LABELS[reason]} (${count})`];
	}).join(", ");
}

/** How the models disagree on the video or on single statements; null if they do not. */
export function disputeSentence(
	statements: readonly Statement[],
	summaries: readonly ProviderSummary[],
): string | null {
	const ordered = providersWithAnswers(summaries).sort((a, b) => a.average - b.average);
	const [lowest] = ordered;
	const highest = ordered.at(-1);
	if (lowest && highest && highest.average - lowest.average > DISAGREEMENT) {
		const [low, high] = [lowest, highest].map(({ provider, simulated }) =>
			raterName(provider, simulated),
		);
		return `The ${kindOf(lowest.simulated)} disagree on this video: ${low} averages ${lowest.average}, ${high} ${highest.average}.`;
	}
	const disputed = statements.filter(isDisputed).length;
	if (disputed === 0) return null;
	return `The ${kindOf(ordered.some((it) => it.simulated))} disagree on ${disputed} of ${plural(statements.length, "statement")}, by more than ${DISAGREEMENT} points.`;
}

function kindOf(simulated: boolean): string {
	return simulated ? "simulated raters" : "models";
}

/** How far apart the models are on one statement. */
export function consensusSentence(ratings: readonly Rating[]): string {
	const missing = missingAnswersSentence(ratings);
	const range = answerRange({ verdict: null, ratings });
	if (range === null) return `One model's view.${missing}`;
	const who = kindOf(ratings.every(({ status }) => status === "simulated"));
	const { low, high } = range;
	if (high - low > DISAGREEMENT) {
		return `The ${who} disagree: ${low} to ${high}.${missing}`;
	}
	const scores = high === low ? `the score ${low}` : `scores of ${low} to ${high}`;
	return `The ${who} gave ${scores}.${missing}`;
}

/**
 * How the raters' verdicts differ, for example "Models differ: 2 refuted, 1 supported"; null if
 * they do not. A rating without a quote that was found has no say, and raters who only abstain in
 * different ways do not differ.
 */
export function differenceSentence({ ratings }: Pick<Statement, "ratings">): string | null {
	const said = ratings.filter(({ status }) => status === "ok" || status === "simulated");
	const verdicts = new Set(said.flatMap(({ verdict }) => verdict ?? []));
	if (verdicts.size < 2 || !said.some(isCounting)) return null;
	const simulated = said.every(({ status }) => status === "simulated");
	return `${simulated ? "Simulated raters" : "Models"} differ: ${verdictCounts(said)}`;
}

/** For example "2 refuted, 1 supported", most first. */
export function verdictCounts(ratings: readonly Pick<Rating, "verdict">[]): string {
	const counts = new Map<RaterVerdict, number>();
	for (const { verdict } of ratings)
		if (verdict !== null) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
	return [...counts]
		.sort(([, a], [, b]) => b - a)
		.map(([verdict, count]) => `${count} ${RATER_VERDICT_WORDS[verdict].toLowerCase()}`)
		.join(", ");
}

/** The providers without an answer, after a space; empty if all answered. */
function missingAnswersSentence(ratings: readonly Rating[]): string {
	const names = ratings
		.filter(({ status }) => status === "failed")
		.map(({ provider }) => raterName(provider, false));
	if (names.length === 0) return "";
	return ` ${names.join(" and ")} gave no answer and ${names.length === 1 ? "counts" : "count"} as 50.`;
}

/** Models disagree if their scores differ by more than this. */
const DISAGREEMENT = 30;

export type ProviderSummary = {
	provider: Provider;
	/** The rounded mean over all statements; failed answers count with their default score. */
	average: number;
	answers: number;
	failed: number;
	simulated: boolean;
};

/** Each provider's mean and answers over all statements, in the panel's order. */
export function summarisePanel(statements: readonly Statement[]): ProviderSummary[] {
	return PROVIDERS.flatMap((provider) => {
		const ratings = statements.flatMap((statement) =>
			statement.ratings
				.filter((rating) => isInAverage(statement, rating))
				.filter((rating) => rating.provider === provider),
		);
		if (ratings.length === 0) return [];
		const sum = ratings.reduce((total, { score }) => total + score, 0);
		return [
			{
				provider,
				average: Math.round(sum / ratings.length),
				answers: ratings.length,
				failed: ratings.filter(({ status }) => status === "failed").length,
				simulated: ratings.every(({ status }) => status === "simulated"),
			},
		];
	});
}

/** The providers with at least one answer. */
function providersWithAnswers(summaries: readonly ProviderSummary[]): ProviderSummary[] {
	return summaries.filter(({ answers, failed }) => failed < answers);
}

/** The lowest and the highest counting score; null with fewer than two. */
export function answerRange(statement: {
	verdict: Statement["verdict"];
	ratings: readonly Rating[];
}): { low: number; high: number } | null {
	const scores = statement.ratings
		.filter((rating) => isInAverage(statement, rating))
		.flatMap(({ status, score }) => (status === "failed" ? [] : score));
	if (scores.length < 2) return null;
	return { low: Math.min(...scores), high: Math.max(...scores) };
}

/** Whether the models are more than 30 points apart on the statement. */
export function isDisputed(statement: Statement): boolean {
	const range = answerRange(statement);
	return range !== null && range.high - range.low > DISAGREEMENT;
}
