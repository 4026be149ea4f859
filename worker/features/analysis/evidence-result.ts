import { createHash } from "node:crypto";
import type { Evidence, EvidencePage, EvidenceSearch } from "#contract/evidence.ts";
import type { StatementId } from "#contract/ids.ts";
import { leadingEvidence } from "#contract/leading-evidence.ts";
import type { Rating, Support } from "#contract/statement.ts";
import {
	CANONICAL_VERSION,
	canDecide,
	type PageProblem,
	type Stance,
	type Verdict,
} from "#contract/verdicts.ts";
import type { ReadAnswer } from "#features/evidence/find-pages.ts";
import {
	type Citation,
	fittingStances,
	type Judgement,
	type PanelAnswer,
} from "#features/evidence/judgement.ts";
import { isRevision, siteOf } from "#features/evidence/page-site.ts";
import {
	decideStatement,
	decides,
	type StatementCase,
	type StatementResult,
} from "#features/evidence/statement-verdict.ts";
import { shownAddress } from "#features/samples/sample-page.ts";
import { pagesOf, settledRound } from "./evidence-state.ts";
import { givenPassages } from "./given-to-raters.ts";
import type { LiveRun } from "./live-run.ts";
import { ratingsFor } from "./run-state.ts";
import { panelAnswers, verdictSetting } from "./support-state.ts";
import { type Round, roundKey } from "./task.ts";

/**
 * A statement's verdict with its evidence, the second reading of its quotes, and its ratings with
 * what they cite.
 */
export type EvidenceResult = {
	result: StatementResult;
	evidence: Evidence[];
	support: Support | null;
	ratings: Rating[];
};

/** Throws unless the statement is rated. */
export function evidenceResult(run: LiveRun, index: number): EvidenceResult {
	const setting = verdictSetting(run, index);
	if (run.chosen?.[index]?.out_of_budget) return withoutBudget(setting);
	const round = settledRound(run, index);
	const ratings = ratingsFor(run, index);
	if (round === null || ratings === null) throw new Error(`Statement ${index} is not rated yet.`);
	const answers = panelAnswers(run, index, round);
	const has_passages = givenPassages(run, index, round).given.length > 0;
	const support = run.supports.get(index) ?? null;
	const rated: StatementCase = {
		answers,
		...setting,
		has_passages,
		search_failed: hasFailedSearch(run, index, round) || hasNoAnswer(run, index, round),
		out_of_budget: lacksSearch(run, index, round),
		support: null,
	};
	// What the raters concluded orders the quotes, whether the second reading confirms it or not.
	const { verdict } = decideStatement(rated);
	const result = decideStatement({ ...rated, support });
	const evidence = gatherEvidence(run, index, answers, verdict);
	const [leading] = leadingEvidence({ verdict, evidence });
	const explanation = explanationOf(run, index, answers, verdict, leading) ?? result.explanation;
	return {
		result: { ...result, explanation },
		evidence,
		support,
		ratings: ratings.map((rating, at) => {
			const judgement = answers[at]?.judgement;
			if (!judgement) return rating;
			return {
				...rating,
				// A rater that was given no passages was asked for its lean only.
				verdict: has_passages ? judgement.verdict : null,
				lean: judgement.lean,
				citations: judgement.citations.map((citation) => ({
					evidence_id: evidenceId(run, index, citation),
					stance: citation.stance,
				})),
				dropped: judgement.dropped.map(({ page_id, quote, reason }) => ({
					url: addressOf(run, page_id),
					quote,
					reason,
				})),
			};
		}),
	};
}

/** The result of a statement that the day's budget left unrated. */
function withoutBudget(setting: ReturnType<typeof verdictSetting>): EvidenceResult {
	const result = decideStatement({
		...setting,
		answers: [],
		has_passages: false,
		search_failed: false,
		out_of_budget: true,
		support: null,
	});
	return { result, evidence: [], support: null, ratings: [] };
}

function roundsUpTo(round: Round): Round[] {
	return round === 1 ? [1] : [1, 2];
}

/**
 * Whether every search failed, no source could be searched, or a source refused because its limit
 * was reached.
 */
function hasFailedSearch(run: LiveRun, index: number, round: Round): boolean {
	const made = roundsUpTo(round).flatMap(
		(it) => run.searches.get(roundKey(index, it))?.searches ?? [],
	);
	return wasLimited(run, index, round) || made.every(({ failure }) => failure !== null);
}

/** The day had no room for a search that costs money, and what it would find is not known. */
function lacksSearch(run: LiveRun, index: number, round: Round): boolean {
	return roundsUpTo(round)
		.flatMap((it) => run.searches.get(roundKey(index, it))?.searches ?? [])
		.some(({ failure }) => failure === "budget");
}

/**
 * Whether a source's limit prevented a search or a read. The evidence may be there, even if other
 * sources found none.
 */
function wasLimited(run: LiveRun, index: number, round: Round): boolean {
	return roundsUpTo(round).some((it) => {
		const made = run.searches.get(roundKey(index, it))?.searches ?? [];
		const reads = pagesOf(run, index, it).map(({ page }) => run.reads.get(page));
		return (
			made.some(({ failure }) => failure === "limited") ||
			reads.some((read) => read?.ok === false && read.reason === "limited")
		);
	});
}

/**
 * Whether sources found pages, but no request for them was answered, so that their content is
 * unknown. A page that only a member named does not count: the member chose whether it answers.
 */
function hasNoAnswer(run: LiveRun, index: number, round: Round): boolean {
	const pages = roundsUpTo(round)
		.flatMap((it) => pagesOf(run, index, it))
		.filter(({ hit }) => hit.source !== "member");
	return (
		pages.length > 0 &&
		pages.every(({ page }) => {
			const read = run.reads.get(page);
			return read?.ok === false && isUnansweredRead(read);
		})
	);
}

/**
 * Whether the page's content is unknown. A 4xx status, for example of a deleted page, counts as
 * an answer.
 */
export function isUnansweredRead({
	reason,
	status,
}: Pick<PageFailed, "reason" | "status">): boolean {
	const refused = status !== null && status >= 400 && status < 500;
	return reason === "status" ? !refused : NO_ANSWER.has(reason);
}

const NO_ANSWER: ReadonlySet<PageProblem> = new Set([
	"unreachable",
	"timeout",
	"limited",
	"bad_answer",
	"unreadable",
	"interrupted",
]);

type PageFailed = Extract<ReadAnswer, { ok: false }>;

/**
 * Every quote once, strongest first: quotes that fit the verdict come first, of these the ones that
 * may decide, then those cited by most raters.
 */
function gatherEvidence(
	run: LiveRun,
	index: number,
	answers: readonly PanelAnswer[],
	verdict: Verdict,
): Evidence[] {
	const pieces = new Map<string, Evidence>();
	for (const { provider, judgement } of answers) {
		if (!judgement) continue;
		for (const citation of judgement.citations) {
			const id = evidenceId(run, index, citation);
			const piece = pieces.get(id) ?? evidenceOf(run, id, index, citation);
			if (!piece) continue;
			if (!piece.cited_by.includes(provider)) piece.cited_by.push(provider);
			pieces.set(id, piece);
		}
	}
	const fits = ({ stance }: Evidence) => Number(fittingStances(verdict).includes(stance));
	const may_decide = (piece: Evidence) => Number(canDecide(piece));
	return [...pieces.values()].sort(
		(a, b) =>
			fits(b) - fits(a) ||
			may_decide(b) - may_decide(a) ||
			b.cited_by.length - a.cited_by.length ||
			(a.id < b.id ? -1 : 1),
	);
}

/**
 * The explanation of a deciding rater that cites the leading quote, so that the shown explanation
 * and quote agree.
 */
function explanationOf(
	run: LiveRun,
	index: number,
	answers: readonly PanelAnswer[],
	verdict: Verdict,
	leading: Evidence | undefined,
): string | null {
	const cites = ({ citations }: Judgement) =>
		citations.some((it) => evidenceId(run, index, it) === leading?.id);
	const judgements = answers.flatMap(({ judgement }) => judgement ?? []);
	const voice = judgements.find((it) => decides(it, verdict) && cites(it));
	return voice?.explanation ?? null;
}

/** The address under which a search found the page. */
function addressOf(run: LiveRun, page_id: string | null): string | null {
	const hit = page_id === null ? null : run.hitOf(page_id);
	return hit && shownAddress(hit.url);
}

/** A hash that is the same for the same quote in the same run, even if several raters cite it. */
function evidenceId(
	{ input }: LiveRun,
	index: number,
	{ page_id, stance, found }: Citation,
): string {
	const place = `${found.quote_start}:${found.quote.length}`;
	return createHash("sha256")
		.update([input.run_id, index, page_id, place, stance].join("\n"))
		.digest("hex")
		.slice(0, 24);
}

function evidenceOf(
	run: LiveRun,
	id: string,
	index: number,
	{ page_id, stance, cluster, found, by_member, doubted = false }: Citation,
): Evidence | null {
	const read = run.reads.get(page_id);
	if (!read?.ok) return null;
	const { facts, fetched_at } = read;
	return {
		...facts,
		notice: facts.notice ?? null,
		id,
		url: addressOf(run, page_id) ?? shownAddress(facts.final_url),
		final_url: shownAddress(facts.final_url),
		fetched_at,
		canonical_version: CANONICAL_VERSION,
		...found,
		stance: stance as Stance,
		cluster,
		cited_by: [],
		// The permanent address of a Wikipedia revision serves as its archived copy.
		archived_url: isRevision(facts.final_url) ? facts.final_url : null,
		state: "found",
		reopened_at: null,
		reopened_hash: null,
		retracted_at: null,
		read_differently_at: null,
		review: reviewOf(run, index, page_id),
		by_member,
		doubted,
	};
}

/** What a fact check says that was found for this statement: on another one it would mislead. */
function reviewOf(run: LiveRun, index: number, page_id: string): Evidence["review"] {
	const named = roundsUpTo(2).flatMap((it) => pagesOf(run, index, it));
	const hits = named.filter(({ page }) => page === page_id);
	return hits.find(({ hit }) => hit.review !== null)?.hit.review ?? null;
}

/** The searches and pages that are stored beside the result. */
export function evidenceRecord(
	run: LiveRun,
	ids: readonly StatementId[],
): { searches: EvidenceSearch[]; pages: EvidencePage[] } {
	const rounds: Round[] = [1, 2];
	const aimed = new Set(ids.flatMap((_, index) => givenPassages(run, index, 2).aimed_pages));
	const searches = ids.flatMap((statement_id, index) =>
		rounds.flatMap((round) =>
			(run.searches.get(roundKey(index, round))?.searches ?? []).map((search) => ({
				statement_id,
				...search,
			})),
		),
	);
	const named = ids.flatMap((_, index) => rounds.flatMap((round) => pagesOf(run, index, round)));
	const owners = new Map(named.map(({ page }) => [page, new Set<StatementId>()]));
	ids.forEach((id, index) => {
		for (const round of rounds)
			for (const { page } of pagesOf(run, index, round)) owners.get(page)?.add(id);
	});
	const found = new Set(named.flatMap(({ page, hit }) => (hit.source === "member" ? [] : [page])));
	const pages = new Map(
		named.map(({ page, hit }): [string, EvidencePage] => {
			const read = run.reads.get(page);
			const facts = read?.ok ? read.facts : null;
			return [
				page,
				{
					statement_ids: [...(owners.get(page) ?? [])],
					url: shownAddress(hit.url),
					final_url: facts && shownAddress(facts.final_url),
					title: facts?.title ?? hit.title,
					site: facts?.site ?? siteOf(hit.url),
					status: facts ? "opened" : "not_opened",
					reason: read && !read.ok ? read.reason : null,
					http_status: read && !read.ok ? read.status : null,
					aimed_at_raters: aimed.has(page),
					by_member: !found.has(page),
					notice: facts?.notice ?? null,
				},
			];
		}),
	);
	return { searches, pages: [...pages.values()] };
}
