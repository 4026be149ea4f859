import type { UnverifiedReason } from "#contract/verdicts.ts";
import { shownAddress } from "#features/samples/sample-page.ts";
import type { PublishedStatement } from "#features/statements/queries.ts";
import { isUnansweredRead } from "./evidence-result.ts";
import type { LiveRun } from "./live-run.ts";
import type { PublishedResult } from "./published-result.ts";

/**
 * Whether a statement that is checked again lacks answers, so that its earlier result must stay. A
 * verdict is only replaced by one for which everything was asked that the run wanted to ask. A
 * statement without a verdict has less to lose: it is replaced unless it stays unverified because
 * nothing answered.
 */
export function lacksAnswers(
	run: LiveRun,
	published: PublishedResult,
	{ unverified_reason, ratings }: PublishedStatement,
): boolean {
	if (unverified_reason !== null && UNANSWERED.has(unverified_reason)) return true;
	const verdict = run.chosen?.[0]?.earlier?.verdict ?? "unverified";
	if (verdict === "unverified") return false;
	return (
		hasUnansweredSearch(run) ||
		hasUnansweredPage(run, published) ||
		ratings.some(({ status }) => status === "failed")
	);
}

const UNANSWERED: ReadonlySet<UnverifiedReason> = new Set([
	"budget",
	"search_failed",
	"raters_failed",
]);

/** A search that the day's budget refused as a whole asked no source. */
function hasUnansweredSearch(run: LiveRun): boolean {
	return [...run.searches.values()].some(
		({ searches }) => searches.length === 0 || searches.some(({ failure }) => failure !== null),
	);
}

/**
 * A page that did not answer the earlier result either is not missed: otherwise one dead site
 * would keep the statement from ever being checked again.
 */
function hasUnansweredPage(run: LiveRun, { pages }: PublishedResult): boolean {
	const silent = new Set(
		pages.flatMap(({ url, reason, http_status: status }) =>
			reason !== null && isUnansweredRead({ reason, status }) ? [url] : [],
		),
	);
	return [...run.reads].some(([page, read]) => {
		if (read.ok || !isUnansweredRead(read)) return false;
		const hit = run.hitOf(page);
		return hit === null || !silent.has(shownAddress(hit.url));
	});
}
