import { CHECKED_KEYS, findingKey } from "#contract/finding.ts";
import { hasScore, isCounted, type Scored } from "#contract/score-standing.ts";
import type { Statement } from "#contract/statement.ts";

/** How many claims stand at the top of a report. */
const MOST = 3;

/**
 * The claims that matter most: by outcome, the worst first, then by score, independent sources and
 * time. Of claims that hold, the lowest score is the most certain one.
 */
export function leadingClaims(statements: readonly Statement[]): Scored<Statement>[] {
	return statements
		.filter(isCounted)
		.filter(hasScore)
		.sort(
			(a, b) =>
				rank(a) - rank(b) ||
				certainty(b) - certainty(a) ||
				b.independent_sources - a.independent_sources ||
				a.timestamp - b.timestamp,
		)
		.slice(0, MOST);
}

function rank(statement: Statement): number {
	const key = findingKey(statement);
	return key === "unverified" ? CHECKED_KEYS.length : CHECKED_KEYS.indexOf(key);
}

function certainty(statement: Scored<Statement>): number {
	return findingKey(statement) === "holds" ? -statement.ai_score : statement.ai_score;
}
