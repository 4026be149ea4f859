import { BAND_SHAPES } from "#contract/bands.ts";
import { CHECKED_KEYS, countFinding, findingWords } from "#contract/finding.ts";
import { isCounted, UNVERIFIED_SIGN } from "#contract/score-standing.ts";
import { statementMark, UNVERIFIED_LABELS } from "#contract/verdict-words.ts";
import { VERDICTS } from "#contract/verdicts.ts";
import type { Mark, Result } from "./answers.ts";
import { element, markIcon } from "./element.ts";

/** How something is shown: without a band it is hollow, and never has a verdict's colour. */
export type Look = {
	band: "factual" | "moderate" | "high" | null;
	outline: string;
	sign: string;
	words: string;
};

const CIRCLE = BAND_SHAPES.factual.outline;
const HOLLOW = { band: null, outline: CIRCLE, sign: UNVERIFIED_SIGN };

export const NOT_CHECKED: Look = { ...HOLLOW, words: "Not checked yet" };
export const UNREACHABLE: Look = { ...HOLLOW, words: "BS Detector cannot be reached" };

const SIMULATED = "Simulated: ";

/** "2 refuted, 1 holds", with the mark of the worst outcome; hollow without a score. */
export function resultLook(result: Result): Look {
	const finding = result.finding ?? countFinding(result.statements.filter(isCounted).map(known));
	const words = findingWords({ ...result, finding }).chip;
	const worst = CHECKED_KEYS.find((key) => finding[key] > 0);
	const hollow = result.bs_score === null || result.scope === "moments";
	if (hollow || worst === undefined) return { ...HOLLOW, words };
	const band = BAND_OF[worst];
	return { band, ...BAND_SHAPES[band], words };
}

const BAND_OF = {
	refuted: "high",
	outdated: "factual",
	sources_disagree: "moderate",
	lacks_context: "moderate",
	holds: "factual",
} as const;

/** What this version does not know counts as unverified. */
function known({ verdict, ai_score }: Mark) {
	return verdict === null || isKnown(verdict)
		? { verdict, ai_score }
		: { verdict: "unverified" as const, ai_score: null };
}

/** A verdict that a later version of the site added is shown as unverified. */
const isKnown = (verdict: string): verdict is (typeof VERDICTS)[number] =>
	VERDICTS.some((it) => it === verdict);

const isKnownReason = (reason: string): reason is keyof typeof UNVERIFIED_LABELS =>
	Object.hasOwn(UNVERIFIED_LABELS, reason);

/** `simulated`: the result is, and the words say so. */
export function statementLook(
	{
		verdict,
		unverified_reason: reason = null,
		ai_score,
	}: Pick<Mark, "verdict" | "unverified_reason" | "ai_score">,
	simulated: boolean,
): Look {
	const known = verdict === null || isKnown(verdict);
	const { band, words, sign } = statementMark({
		verdict: known ? verdict : "unverified",
		unverified_reason: reason !== null && isKnownReason(reason) ? reason : null,
		ai_score: known ? ai_score : null,
	});
	const outline = band ? BAND_SHAPES[band].outline : CIRCLE;
	return { band, outline, sign, words: (simulated ? SIMULATED : "") + words };
}

/** A verdict with its mark, in its colour if it has one. */
export function verdictLine({ band, outline, sign, words }: Look): HTMLElement {
	return element(
		"span",
		{ class: "words", "data-band": band ?? "" },
		markIcon(outline, sign, band === null),
		element("span", {}, words),
	);
}
