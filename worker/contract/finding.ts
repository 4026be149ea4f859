import { type Band, bandFor, raterWords } from "./bands.ts";
import type { Finding } from "./evidence.ts";
import { plural } from "./format.ts";
import { type Coverage, HOLLOW_TITLE, momentsWords } from "./score-standing.ts";
import { NOTHING_SAID } from "./texts.ts";
import type { Verdict } from "./verdicts.ts";

export const NO_FINDING: Finding = {
	holds: 0,
	outdated: 0,
	lacks_context: 0,
	sources_disagree: 0,
	refuted: 0,
	unverified: 0,
};

export const KEY_OF_VERDICT: Record<Verdict, keyof Finding> = {
	supported: "holds",
	outdated: "outdated",
	missing_context: "lacks_context",
	conflicting: "sources_disagree",
	refuted: "refuted",
	unverified: "unverified",
};

/** Without sources there is no verdict, and a statement is counted by the band of its score. */
export const KEY_OF_BAND: Record<Band, keyof Finding> = {
	factual: "holds",
	moderate: "lacks_context",
	high: "refuted",
};

type Rated = { verdict: Verdict | null; ai_score: number | null };

export function findingKey({ verdict, ai_score }: Rated): keyof Finding {
	if (ai_score === null) return "unverified";
	return verdict === null ? KEY_OF_BAND[bandFor(ai_score)] : KEY_OF_VERDICT[verdict];
}

/** Counts the statements that the result's score is made of. */
export function countFinding(counted: readonly Rated[]): Finding {
	const finding = { ...NO_FINDING };
	for (const statement of counted) finding[findingKey(statement)] += 1;
	return finding;
}

/** The worst first. */
export const CHECKED_KEYS = [
	"refuted",
	"outdated",
	"sources_disagree",
	"lacks_context",
	"holds",
] as const;
type CheckedKey = (typeof CHECKED_KEYS)[number];

/** What the words about a result are made from; what a shape does not know is left out. */
export type Found = {
	finding: Finding;
	bs_score: number | null;
	coverage: Coverage;
	simulated: boolean;
	scope?: "full" | "moments" | undefined;
	/** How many moments were checked. */
	moments?: number | undefined;
	/** Who rated; empty if no model did. */
	panel?: readonly unknown[] | undefined;
	analysis_status?: "analyzing" | "completed" | "failed" | undefined;
};

/**
 * - `sentence`: for a page, a preview, a mail. "2 of 5 checked claims do not hold. 1 holds, 2 lack
 *   context. 4 could not be checked."
 * - `short`: for a card and a picture. "2 of 5 do not hold".
 * - `chip`: beside a title on another site. "2 refuted, 1 holds".
 */
export type FindingWords = { sentence: string; short: string; chip: string };

/** The result in words, made from its counts alone. */
export function findingWords(found: Found): FindingWords {
	const words = describe(found);
	if (!found.simulated || hasFailed(found)) return words;
	const mark = (text: string) => `Simulated: ${text}`;
	return { sentence: mark(words.sentence), short: mark(words.short), chip: mark(words.chip) };
}

const hasFailed = ({ analysis_status }: Found) => analysis_status === "failed";

function describe(found: Found): FindingWords {
	const { finding, coverage } = found;
	if (hasFailed(found)) return same("The analysis failed", ", so nothing was checked.");
	const rated = CHECKED_KEYS.reduce((sum, key) => sum + finding[key], 0);
	const total = rated + finding.unverified;
	if (found.scope === "moments") return momentWords(found, { rated, total });
	if (total === 0) return same("Nothing to check", ": no factual statements were found.");
	if (found.panel?.length === 0) {
		const claims = total === 1 ? "the one claim was" : `none of ${total} claims was`;
		return {
			...same("Sources without a verdict"),
			sentence: `No AI model is set up here, so ${claims} checked.`,
		};
	}
	if (rated > 0 && found.bs_score === null) {
		const share = `${coverage.checked} of ${coverage.checkable}`;
		return { ...same(`${HOLLOW_TITLE}: ${share}`, "."), chip: `Only ${share} checked` };
	}
	return ratedWords(found, { rated, total });
}

type Totals = { rated: number; total: number };

function momentWords(found: Found, totals: Totals): FindingWords {
	const { moments } = found;
	const only =
		moments === undefined ? "Only moments of the video were checked" : momentsWords(moments);
	const part = moments === undefined ? "Moments only" : plural(moments, "moment");
	if (totals.total === 0) return { ...same(part), sentence: `${only}. ${NOTHING_SAID}` };
	const inside = ratedWords(found, totals);
	return {
		sentence: `${only}. ${inside.sentence}`,
		short: `${part}: ${inside.short}`,
		chip: `${part}: ${inside.chip}`,
	};
}

function ratedWords(found: Found, { rated, total }: Totals): FindingWords {
	if (rated === 0) return noneChecked(found, total);
	// Only verdicts that rest on sources are covered.
	return found.coverage.checked === 0 ? memoryWords(found, rated) : sourceWords(found, rated);
}

function same(words: string, ending = ""): FindingWords {
	return { sentence: words + ending, short: words, chip: words };
}

/** The unverified claims as the coverage counts them: without those that no source can settle. */
function uncheckedCounts({ finding, coverage }: Found): { open: number; settled_by_none: number } {
	const open = Math.min(finding.unverified, Math.max(0, coverage.checkable - coverage.checked));
	return { open, settled_by_none: finding.unverified - open };
}

const noSourceFor = (count: number) => (count === 0 ? "" : ` No source can settle ${count} more.`);

function noneChecked(found: Found, total: number): FindingWords {
	const { open, settled_by_none } = uncheckedCounts(found);
	if (open === 0) {
		const claims = total === 1 ? "the one claim" : `any of ${total} claims`;
		return same(`No source can settle ${claims}`, ".");
	}
	return {
		sentence:
			(open === 1
				? "The one claim could not be checked."
				: `None of ${open} claims could be checked.`) + noSourceFor(settled_by_none),
		short: `None of ${open} could be checked`,
		chip: "None could be checked",
	};
}

function sourceWords(result: Found, checked: number): FindingWords {
	const { finding } = result;
	const { open, settled_by_none } = uncheckedCounts(result);
	const found = CHECKED_KEYS.filter((key) => finding[key] > 0);
	const [worst = "holds", ...others] = found;
	const count = finding[worst];
	// The good news first: "1 holds, 2 lack context".
	const rest = [...others]
		.reverse()
		.map((key) => OUTCOMES[key](String(finding[key]), finding[key]));
	const unchecked = open > 0 ? ` ${open} could not be checked.` : "";
	return {
		sentence: `${lead(worst, count, checked, " checked claim")}.${rest.length > 0 ? ` ${upperFirst(rest.join(", "))}.` : ""}${unchecked}${noSourceFor(settled_by_none)}`,
		short: lead(worst, count, checked, ""),
		chip: chipWords(finding, (key, number) => CHIP_WORDS[key](number)),
	};
}

/** What became of `who`, of which there are `count`. */
const OUTCOMES: Record<CheckedKey, (who: string, count: number) => string> = {
	refuted: (who, count) => `${who} ${count === 1 ? "does" : "do"} not hold`,
	outdated: (who, count) => `${who} ${count === 1 ? "is" : "are"} no longer true`,
	sources_disagree: (who) => `sources disagree on ${who}`,
	lacks_context: (who, count) => `${who} ${count === 1 ? "lacks" : "lack"} context`,
	holds: (who, count) => `${who} ${count === 1 ? "holds" : "hold"}`,
};

const CHIP_WORDS: Record<CheckedKey, (count: number) => string> = {
	refuted: (count) => `${count} refuted`,
	outdated: (count) => `${count} no longer true`,
	sources_disagree: (count) => `sources disagree on ${count}`,
	lacks_context: (count) => OUTCOMES.lacks_context(String(count), count),
	holds: (count) => OUTCOMES.holds(String(count), count),
};

/** "2 of 5 checked claims do not hold"; `noun` is what the numbers count, or "". */
function lead(worst: CheckedKey, count: number, checked: number, noun: string): string {
	const nouns = noun && `${noun}s`;
	if (count === checked && checked > 1 && worst === "refuted")
		return `None of ${checked}${nouns} holds`;
	const all = checked === 2 ? "both" : `all ${checked}`;
	const who = count < checked ? `${count} of ${checked}${nouns}` : all + nouns;
	const only = noun ? `the one${noun}` : "1 of 1";
	return upperFirst(OUTCOMES[worst](checked === 1 ? only : who, count));
}

const BAND_NAMES = { refuted: "misleading", lacks_context: "questionable", holds: "factual" };
const MEMORY_KEYS = ["refuted", "lacks_context", "holds"] as const;

/** Of a run without sources: what the models say, never that something holds. */
function memoryWords({ finding, panel, simulated }: Found, rated: number): FindingWords {
	const raters = panel?.length;
	const [worst = "holds", ...others] = MEMORY_KEYS.filter((key) => finding[key] > 0);
	const count = finding[worst];
	const models = simulated ? "Simulated raters" : "AI models";
	const who = raters === undefined ? models : raterWords(raters, simulated);
	const of = count === rated ? `all ${rated}` : `${count} of ${rated}`;
	const what = rated === 1 ? "the one statement" : `${of} statements`;
	const rest = others.map((key) => `${finding[key]} as ${BAND_NAMES[key]}`).join(" and ");
	const unrated = finding.unverified > 0 ? ` ${finding.unverified} could not be rated.` : "";
	return {
		sentence: `${who} ${raters === 1 ? "rates" : "rate"} ${what} as ${BAND_NAMES[worst]}${rest && `, ${rest}`}, from memory.${unrated}`,
		short: `${count} of ${rated} rated ${BAND_NAMES[worst]}, from memory`,
		chip: `${chipWords({ ...finding, outdated: 0, sources_disagree: 0 }, (key, number) => `${number} ${BAND_NAMES[key as keyof typeof BAND_NAMES]}`)}, from memory`,
	};
}

/** The worst outcome, and beside it how many hold, or the next outcome if none does. */
function chipWords(finding: Finding, words: (key: CheckedKey, count: number) => string): string {
	const [worst = "holds", ...others] = CHECKED_KEYS.filter((key) => finding[key] > 0);
	const beside = finding.holds > 0 && worst !== "holds" ? "holds" : others[0];
	const shown = beside === undefined ? [worst] : [worst, beside];
	return shown.map((key) => words(key, finding[key])).join(", ");
}

function upperFirst(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}
