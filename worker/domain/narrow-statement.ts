import type { Provider } from "#contract/ids.ts";
import type { Statement } from "#contract/statement.ts";
import { consensusOf } from "./consensus.ts";

export type Narrowing = {
	/** Whose ratings are told; null for all. */
	models: readonly Provider[] | null;
	include_sources: boolean;
};

/**
 * The statement as somebody wants it told. Only takes away: score and
 * confidence stay the whole panel's, so that one statement has one score
 * wherever it is read. Explanation and sources are those of the ratings that
 * are left.
 */
export function narrowStatement(
	statement: Statement,
	{ models, include_sources }: Narrowing,
): Statement {
	const narrowed = models ? ofModels(statement, models) : statement;
	if (include_sources) return narrowed;
	return {
		...narrowed,
		sources: [],
		ratings: narrowed.ratings.map((rating) => ({ ...rating, sources: [] })),
	};
}

function ofModels(
	statement: Statement,
	models: readonly Provider[],
): Statement {
	const ratings = statement.ratings.filter(({ provider }) =>
		models.includes(provider),
	);
	// An earlier panel may have had none of them.
	const said = ratings.length ? consensusOf(ratings) : null;
	const scoreOf = (provider: Provider, score: number | null) =>
		models.includes(provider) ? score : null;
	return {
		...statement,
		ratings,
		explanation: said?.explanation ?? "",
		sources: said?.sources ?? [],
		openai_score: scoreOf("openai", statement.openai_score),
		claude_score: scoreOf("claude", statement.claude_score),
		gemini_score: scoreOf("gemini", statement.gemini_score),
	};
}
