import type { Provider } from "#contract/ids.ts";
import { PROVIDERS } from "#contract/providers.ts";
import type { Rating, Statement } from "#contract/statement.ts";

/** If scores are further apart than this, the models disagree. */
export const DISAGREEMENT = 30;

export type ProviderSummary = {
	provider: Provider;
	/** Rounded mean over every statement; failed answers count with their default score. */
	average: number;
	answers: number;
	failed: number;
	simulated: boolean;
};

/** Each provider's mean and answers over all statements, in the panel's order. */
export function summarisePanel(
	statements: readonly Statement[],
): ProviderSummary[] {
	return PROVIDERS.flatMap((provider) => {
		const ratings = statements.flatMap((statement) =>
			statement.ratings.filter((rating) => rating.provider === provider),
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

/** Those that gave at least one answer. */
export function answeringOf(
	summaries: readonly ProviderSummary[],
): ProviderSummary[] {
	return summaries.filter(({ answers, failed }) => failed < answers);
}

/** The lowest and the highest answer; null with fewer than two. */
export function answerRange(
	ratings: readonly Rating[],
): { low: number; high: number } | null {
	const scores = ratings
		.filter(({ status }) => status !== "failed")
		.map(({ score }) => score);
	if (scores.length < 2) return null;
	return { low: Math.min(...scores), high: Math.max(...scores) };
}

/** Whether the models are more than 30 points apart on the statement. */
export function isDisputed(statement: Statement): boolean {
	const range = answerRange(statement.ratings);
	return range !== null && range.high - range.low > DISAGREEMENT;
}
