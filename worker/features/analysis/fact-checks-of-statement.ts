import type { FactCheck } from "#contract/evidence.ts";
import { type PublishedReview, sameClaimReviews } from "#features/evidence/published-reviews.ts";
import { pagesOf } from "./evidence-state.ts";
import type { LiveRun } from "./live-run.ts";
import { startedOn } from "./steps/find-evidence.ts";
import { type Round, roundKey } from "./task.ts";

/**
 * The published fact checks of a statement's claim. A page that only a member named is left out:
 * it declares its publisher and rating itself, so anyone could place a rating above the verdict.
 */
export function factChecksFor(run: LiveRun, index: number): FactCheck[] {
	const chosen = run.chosen?.[index];
	if (!chosen) return [];
	const rounds: Round[] = [1, 2];
	const searched = rounds.flatMap((it) => run.searches.get(roundKey(index, it))?.reviews ?? []);
	const opened = rounds
		.flatMap((it) => pagesOf(run, index, it))
		.flatMap(({ page, hit }): PublishedReview[] => {
			const read = run.reads.get(page);
			if (!read?.ok || hit.source === "member") return [];
			return read.reviews.map((review) => ({ ...review, url: read.facts.final_url }));
		});
	const language = run.transcript?.language ?? null;
	return sameClaimReviews(chosen, language, [...searched, ...opened], startedOn(run));
}
