import { BAND_SHAPES, BAND_WORDS, bandFor } from "#contract/bands.ts";
import { plural } from "#contract/format.ts";
import {
	coverageWords,
	hollowWords,
	scoreStanding,
	UNVERIFIED_SIGN,
} from "#contract/score-standing.ts";
import { statementMark } from "#contract/verdict-words.ts";
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

/** "64, Moderate BS, 7 of 12 checked". */
export function resultLook(result: Result): Look {
	const { bs_score, coverage, simulated, statements } = result;
	if (statements.length === 0) return { ...HOLLOW, words: "Nothing to check" };
	const simulation = simulated ? "Simulated: " : "";
	if (bs_score === null) return { ...HOLLOW, words: simulation + hollowWords(coverage) };
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

/** A verdict that a later version of the site added is shown as unverified. */
const isKnown = (verdict: string): verdict is (typeof VERDICTS)[number] =>
	VERDICTS.some((it) => it === verdict);

export function statementLook({ verdict, ai_score }: Pick<Mark, "verdict" | "ai_score">): Look {
	const known = verdict === null || isKnown(verdict);
	const mark = statementMark({
		verdict: known ? verdict : "unverified",
		unverified_reason: null,
		ai_score: known ? ai_score : null,
	});
	const { band, words, sign } = mark;
	return { band, outline: band ? BAND_SHAPES[band].outline : CIRCLE, sign, words };
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
