import type { SourceFailure, SourceId } from "#contract/verdicts.ts";
import type { EvidenceSource, SourceContext, SourceQuery } from "./evidence-source.ts";

export type SourceTest = { source: SourceId; ok: boolean; message: string };

/** Every source has an answer to it. */
const QUERY: SourceQuery = {
	neutral: "water",
	opposing: null,
	kind: "other",
	time_sensitive: false,
	language: "en",
	said_on: null,
};

/** One search of each source. Rejects only if a source breaks its contract. */
export function testSources(
	sources: readonly EvidenceSource[],
	context: SourceContext,
): Promise<SourceTest[]> {
	return Promise.all(
		sources
			.filter(({ id }) => id !== "samples")
			.map(async (source) => {
				const outcome = await source.search(QUERY, context);
				const message = outcome.ok ? "It answers." : failed(outcome);
				return { source: source.id, ok: outcome.ok, message };
			}),
	);
}

/** Of these statuses the operator can change something. */
const REFUSALS: Record<number, string> = {
	401: "The key was refused.",
	402: "No credit is left.",
	403: "The key was refused, or it may not search.",
};

function failed({ reason, status }: { reason: SourceFailure; status: number | null }): string {
	return (status === null ? undefined : REFUSALS[status]) ?? SENTENCES[reason];
}

const SENTENCES: Record<SourceFailure, string> = {
	limited: "Its limit is reached. Try again in a few minutes.",
	status: "The request was refused: the key or the address may be wrong.",
	unreachable: "It could not be reached at the address that is set.",
	timeout: "It did not answer in time.",
	bad_answer: "Its answer could not be read: the address may be another program's.",
};
