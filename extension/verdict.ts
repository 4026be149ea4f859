import { BAND_SHAPES, BAND_WORDS, bandFor } from "#contract/bands.ts";
import { plural } from "#contract/format.ts";
import {
	coverageWords,
	hollowWords,
	isCounted,
	scoreStanding,
	UNVERIFIED_SIGN,
} from "#contract/score-standing.ts";
import { bandLegend, statementMark, UNVERIFIED_LABELS } from "#contract/verdict-words.ts";
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

/** "64, Moderate BS, 7 of 12 checked". */
export function resultLook(result: Result): Look {
	const { bs_score, coverage, simulated, scope } = result;
	const statements = result.statements.filter(isCounted);
	const simulation = simulated ? SIMULATED : "";
	if (scope === "moments")
		return {
			...HOLLOW,
			words: `${simulation}Moments only, ${plural(statements.length, "statement")}`,
		};
	if (statements.length === 0) return { ...HOLLOW, words: "Nothing to check" };
	if (bs_score === null) return { ...HOLLOW, words: simulation + hollowWords(result) };
	const band = bandFor(bs_score);
	const extent =
		scoreStanding(result) === "checked"
			? coverageWords(coverage)
			: plural(statements.length, "statement");
	return {
		band,
		...BAND_SHAPES[band],
		words: `${simulation}${bs_score} · ${BAND_WORDS[band].badge}, ${extent}`,
	};
}

/** Says that the site's words for the video are other ones; null without a score. */
export function resultLegend({ bs_score, basis, statements }: Result): string | null {
	return bs_score === null || !statements.some(isCounted)
		? null
		: bandLegend(bandFor(bs_score), basis === "evidence");
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
