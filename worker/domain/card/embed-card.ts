import { type Band, bandOf, HIGH_FROM, MODERATE_FROM } from "../bands.ts";
import { escapeMarkup } from "../text/escape-markup.ts";
import { BAND_SHAPES } from "./band-shapes.ts";
import { EMBED_STYLE } from "./embed-style.ts";
import {
	type CompletedCard,
	cardTitle,
	type ResultCard,
} from "./result-card.ts";
import { BAND_WORDS, BANDS, counted, raterWords } from "./verdict-words.ts";

export type EmbedTheme = "light" | "dark" | "system";

const WITHOUT_RESULT = {
	pending:
		"The analysis is under way. The score will stand here when it is done.",
	failed: "This video could not be analyzed, so there is no score.",
	unknown: "There is no analysis of this video.",
};

/**
 * The card that other sites frame, as a whole document: no script, no picture,
 * nothing fetched. `origin` has no slash at the end.
 */
export function embedCard(
	card: ResultCard,
	origin: string,
	theme: EmbedTheme,
): string {
	const title = escapeMarkup(cardTitle(card));
	const body =
		card.state === "completed"
			? completed(card, origin)
			: `<p>${WITHOUT_RESULT[card.state]}</p>`;
	const target =
		card.state === "unknown" ? origin : `${origin}/results/${card.video_id}`;
	const label =
		card.state === "unknown" ? "Open BS Detector" : "Open the report";
	return `<!doctype html>
<html lang="en"${theme === "system" ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>BS score: ${title}</title>
<style>${EMBED_STYLE}</style>
</head>
<body>
<main>
${body}
<footer><span>BS Detector</span>${outside(target, label)}</footer>
</main>
</body>
</html>
`;
}

function completed(card: CompletedCard, origin: string): string {
	const title = escapeMarkup(cardTitle(card));
	const channel = card.channel_name
		? `<p class="by" dir="auto">${escapeMarkup(card.channel_name)}</p>`
		: "";
	return [
		`<div><h1 dir="auto">${outside(`${origin}/results/${card.video_id}`, title)}</h1>${channel}</div>`,
		// First, so that a frame that is too low does not hide it.
		...(card.simulated
			? [
					'<p class="mark"><span><b>Simulated.</b> Made up for a demonstration; says nothing about the video.</span></p>',
				]
			: []),
		card.score === null
			? '<p class="word">Nothing to check</p><p class="facts">No factual statements were found, so there is no score. That is neither good nor bad.</p>'
			: verdict(card, card.score),
		...(card.transcript_source === "member"
			? [
					'<p class="facts">Read from a transcript that a member pasted, not from captions.</p>',
				]
			: []),
	].join("\n");
}

function verdict(card: CompletedCard, score: number): string {
	const band = bandOf(score);
	const { confidence, raters, simulated } = card;
	const items = BANDS.filter((of) => card.bands[of] > 0).map(
		(of) =>
			`<li>${shape(of, 14, simulated)}${card.bands[of]} ${BAND_WORDS[of].statement}</li>`,
	);
	const total = BANDS.reduce((sum, of) => sum + card.bands[of], 0);
	return [
		`<p class="verdict"><span class="score ${band}">${score}</span> <span class="of">BS score,<br>of 100</span> <span class="word ${band}">${shape(band, 22, simulated)}${BAND_WORDS[band].video}</span></p>`,
		scale(score, confidence, simulated),
		`<p class="facts">${raterWords(raters, simulated)} rated ${counted(total, "statement")}, ${confidence}% confidence</p>`,
		`<ul>${items.join("")}</ul>`,
	].join("\n");
}

function shape(band: Band, size: number, simulated: boolean): string {
	const { outline, sign } = BAND_SHAPES[band];
	const [fill, stroke] = simulated
		? ["none", ' stroke-dasharray="2.4 1.8"']
		: ["currentColor", ""];
	return `<svg class="${band}" width="${size}" height="${size}" viewBox="-.5 -.5 17 17" aria-hidden="true" stroke-linecap="round" stroke-linejoin="round"><path d="${outline}" fill="${fill}" stroke="currentColor" stroke-width="1.2"${stroke}/><path d="${sign}" fill="none" stroke="${simulated ? "currentColor" : "var(--ground)"}" stroke-width="1.9"/></svg>`;
}

/** A sure score is a thin mark, an unsure one a broad one; in points of the scale. */
const THINNEST = 2;
const POINTS_PER_DOUBT = 0.28;

/** The gauge laid flat: the words beside it say the same. */
function scale(score: number, confidence: number, simulated: boolean): string {
	const doubt = THINNEST + (100 - confidence) * POINTS_PER_DOUBT;
	const from = Math.max(0, score - doubt / 2);
	const wide = Math.min(100, score + doubt / 2) - from;
	const ticks = [0, MODERATE_FROM, HIGH_FROM, 100].map(
		(at) =>
			`<path d="M${at} 4V14" stroke="var(--rule)" vector-effect="non-scaling-stroke"/>`,
	);
	const band = bandOf(score);
	return `<svg class="scale ${band}" viewBox="-1 0 102 18" preserveAspectRatio="none" aria-hidden="true"><defs><pattern id="h" width="1.6" height="18" patternUnits="userSpaceOnUse"><path d="M.4 0V18" stroke="currentColor" stroke-width=".8"/></pattern></defs><path d="M0 9H100" stroke="var(--rule)"/>${ticks.join("")}<rect x="${from}" y="4" width="${wide}" height="10" fill="${simulated ? "url(#h)" : "currentColor"}" opacity="${simulated ? 1 : 0.35}"/><rect x="${score - 0.4}" y="0" width=".8" height="18" fill="currentColor"/></svg>`;
}

/** Leaves the frame, and tells the other page nothing of it. `label` is markup. */
function outside(href: string, label: string): string {
	return `<a href="${escapeMarkup(href)}" target="_blank" rel="noopener">${label}</a>`;
}
