import { isCounting } from "#contract/evidence-words.ts";
import { isolated } from "#contract/format.ts";
import { raterName } from "#contract/providers.ts";
import type { Statement, Support } from "#contract/statement.ts";
import type { RaterVerdict, Stance } from "#contract/verdicts.ts";
import { verdictCounts } from "../summary/report-words.ts";

/** What the second reading of a statement's quotes found, in words. */

type Read = Pick<Statement, "verdict" | "unverified_reason" | "support" | "ratings" | "evidence">;

/** How the second reading is shown; null if there was nothing to read. */
export type Reading = {
	/** "found" with a check mark; the others are hollow. */
	kind: "found" | "part_only" | "not_confirmed" | "unread";
	title: string;
	lines: string[];
};

export function readingOf(statement: Read): Reading | null {
	const { verdict, unverified_reason, support } = statement;
	if (support === null) {
		if (verdict === null || verdict === "unverified") return null;
		const lines = ["No second model has read these quotes."];
		return { kind: "unread", title: "Not read a second time", lines };
	}
	const by = readerWords(statement, support);
	if (unverified_reason === "part_only") {
		const { title, open } = partShown(statement);
		const { missing_part } = support;
		const part = missing_part === "" ? title : `${title}: ${isolated(missing_part)} ${open}`;
		return { kind: "part_only", title: part, lines: [`Read a second time by ${by}.`] };
	}
	if (unverified_reason === "not_confirmed") {
		const counted = verdictCounts(statement.ratings.filter(isCounting));
		const lines = [
			`First reading: ${counted}.`,
			`Second reading, by ${by}: ${SHOWN[support.shows]}.`,
		];
		return { kind: "not_confirmed", title: "The second reading disagrees", lines };
	}
	const title = `Read a second time by ${by}: ${SHOWN[support.shows]}`;
	return { kind: "found", title, lines: [] };
}

/** How a verdict reads that the quotes show only in part. `open` follows the missing part. */
export function partShown(statement: Read): { title: string; open: string } {
	const [side] = stancesRead(statement);
	const sides = stancesRead(statement).length;
	if (sides === 1 && side === "refutes")
		return { title: "Refuted in part by its sources", open: "is left open" };
	if (sides === 1) return { title: "Supported in part", open: "is not shown" };
	return { title: "Only a part is shown", open: "is left open" };
}

/** The quote that shows the part: the strongest of those that the second reading was given. */
export function partQuote(statement: Read): Statement["evidence"][number] | undefined {
	const sides = stancesRead(statement);
	return statement.evidence.find(({ stance }) => sides.includes(stance));
}

const SHOWN: Record<Support["shows"], string> = {
	all: "shows all of it",
	part: "shows a part of it",
	contrary: "shows the contrary",
	nothing: "does not show it",
};

/** For example "another model (Claude)". It is another one if it cited none of the quotes read. */
function readerWords(statement: Read, { by }: Support): string {
	const { ratings, evidence } = statement;
	const simulated = ratings.some(({ status }) => status === "simulated");
	const sides = stancesRead(statement);
	const quoted = evidence.some(
		({ stance, cited_by }) => sides.includes(stance) && cited_by.includes(by),
	);
	const which = `${quoted ? "the same" : "another"} ${simulated ? "rater" : "model"}`;
	return `${which} (${raterName(by, simulated)})`;
}

/** The stances of the quotes that the second reading was given: those of the first verdict. */
function stancesRead({ verdict, ratings }: Read): readonly Stance[] {
	const counting = ratings.filter(isCounting);
	const most = (said: RaterVerdict) =>
		2 * counting.filter((rating) => rating.verdict === said).length > counting.length;
	const unverified = verdict === null || verdict === "unverified";
	if (verdict === "refuted" || (unverified && most("refuted"))) return ["refutes"];
	if (verdict === "supported" || verdict === "outdated" || (unverified && most("supported")))
		return ["supports"];
	return ["supports", "refutes", "context"];
}
