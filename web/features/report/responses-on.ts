import type { CreatorResponse } from "#contract/responses.ts";
import type { Report } from "#contract/video.ts";

/** The responses to one statement, or with null to the whole analysis. */
export function responsesOn(
	responses: readonly CreatorResponse[],
	statement_id: string | null,
): CreatorResponse[] {
	return responses.filter((response) => response.statement_id === statement_id);
}

/** The one that holds; earlier ones were withdrawn. */
export function standingOf(
	responses: readonly CreatorResponse[],
): CreatorResponse | null {
	return responses.find(({ withdrawn_at }) => withdrawn_at === null) ?? null;
}

/** Responses to statements that a newer analysis no longer holds. */
export function responsesOnEarlier(report: Report): CreatorResponse[] {
	const held = new Set<string>(report.statements.map(({ id }) => id));
	return report.responses.filter(
		({ statement_id }) => statement_id !== null && !held.has(statement_id),
	);
}

/** The report with this response as it now is, new or changed. */
export function reportWithResponse(
	report: Report,
	response: CreatorResponse,
): Report {
	const known = report.responses.some(({ id }) => id === response.id);
	return {
		...report,
		responses: known
			? report.responses.map((one) => (one.id === response.id ? response : one))
			: [...report.responses, response],
	};
}
