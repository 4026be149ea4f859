import { isNotCounted } from "#contract/verdicts.ts";
import {
	type CandidatePassage,
	type GivenPassage,
	selectGivenPassages,
} from "#features/evidence/given-passages.ts";
import { clusterPages, isNewerThanVideo } from "#features/evidence/independence.ts";
import type { Passage } from "#features/evidence/passages.ts";
import type { PageFacts } from "#features/evidence/read-page.ts";
import { siteKind } from "#features/evidence/site-kind.ts";
import { pagesOf } from "./evidence-state.ts";
import type { LiveRun } from "./live-run.ts";
import { saidOn } from "./steps/find-evidence.ts";
import type { Round } from "./task.ts";

type ReadStatementPage = {
	page: string;
	/** True if only a member named the page, and no source returned it for this statement. */
	by_member: boolean;
	facts: PageFacts;
	passages: Passage[];
};

/**
 * Returns the passages that every rater of a statement is given in a round. They are computed
 * from stored searches and reads only, so a resumed run gives the same ones.
 */
export function givenPassages(
	run: LiveRun,
	statement: number,
	round: Round,
): { given: GivenPassage[]; aimed_pages: string[] } {
	const pages = readPagesOf(run, statement, round);
	const clusters = clusterPages(
		pages.map(({ page, by_member, facts, passages }) => ({
			id: page,
			site: facts.site,
			by_member,
			passages: passages.map(({ text }) => text),
		})),
	);
	const candidates = pages.flatMap(({ page, by_member, facts, passages }) =>
		passages.map((passage): CandidatePassage => {
			const { title, site, kind, notice, published_at, language } = facts;
			const cluster = clusters.get(page) ?? 1;
			const known_kind = siteKind(facts.final_url) ?? "other";
			const about = { title, site, kind, known_kind, notice, published_at, language };
			return { page_id: page, ...about, cluster, by_member, passage };
		}),
	);
	return selectGivenPassages(candidates, run.chosen?.[statement]?.content ?? "");
}

/**
 * The pages read for the statement, those of the second round first, without those that are retracted,
 * satire or advertising, and without passages that were copied from the video.
 */
function readPagesOf(run: LiveRun, statement: number, round: Round): ReadStatementPage[] {
	const named = [...(round === 2 ? pagesOf(run, statement, 2) : []), ...pagesOf(run, statement, 1)];
	const found = new Set(named.flatMap(({ page, hit }) => (hit.source === "member" ? [] : [page])));
	return [...new Set(named.map(({ page }) => page))].flatMap((page) => {
		const read = run.reads.get(page);
		if (!read?.ok || isNotCounted(read.facts.notice)) return [];
		const places = read.by_statement.find((it) => it.statement === statement)?.passages ?? [];
		const passages = places.flatMap((place) => read.passages[place] ?? []);
		const own = isNewerThanVideo(read.facts, saidOn(run))
			? passages.filter(({ text }) => !run.isTranscriptCopy(text))
			: passages;
		const by_member = !found.has(page);
		return own.length > 0 ? [{ page, by_member, facts: read.facts, passages: own }] : [];
	});
}
