import { createHash } from "node:crypto";
import { Hono } from "hono";
import {
	BAND_SHAPES,
	BAND_WORDS,
	BANDS,
	type Band,
	bandFor,
	HIGH_FROM,
	MODERATE_FROM,
	raterWords,
} from "#contract/bands.ts";
import { captionsReaderWords } from "#contract/browser-captions.ts";
import { KEY_OF_BAND, KEY_OF_VERDICT } from "#contract/finding.ts";
import {
	coverageWords,
	HOLLOW_TITLE,
	momentsWords,
	UNVERIFIED_SIGN,
} from "#contract/score-standing.ts";
import { NOTHING_SAID, NOTHING_TO_CHECK } from "#contract/texts.ts";
import { VERDICT_RANGES, VERDICT_WORDS, VERDICTS } from "#contract/verdicts.ts";
import { takenDown } from "#features/takedowns/refusal.ts";
import type { AppEnv } from "#http/app-env.ts";
import { siteOrigin } from "#http/site-address.ts";
import { escapeMarkup } from "#text/markup.ts";
import { BAND_COLOURS, bandShape, PAPER } from "./appearance.ts";
import { type CompletedCard, cardTitle, type ResultCard, readResultCard, spanOf } from "./cards.ts";
import { answerDocument, cardAnswer } from "./documents.ts";

/** The card's style sheet. The page's policy allows it by its hash. */
const EMBED_STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#fff,#1f1d1a);--line:light-dark(${PAPER.line},#3a3732);--rule:light-dark(${PAPER.rule},#7f796c);--ink:light-dark(${PAPER.ink},#f1eee7);--muted:light-dark(${PAPER.muted},#b3ad9f);--factual:light-dark(${BAND_COLOURS.factual},#6ec6ff);--moderate:light-dark(${BAND_COLOURS.moderate},#ffca3a);--high:light-dark(${BAND_COLOURS.high},#ff6b6b)}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
*{box-sizing:border-box;margin:0;padding:0}
html,body{min-height:100%}
body{background:var(--ground);color:var(--ink);font:15px/1.4 "Source Sans 3",system-ui,sans-serif;font-variant-numeric:tabular-nums}
main{min-height:100vh;border:1px solid var(--rule);border-top:4px solid var(--ink);padding:12px 14px;display:flex;flex-direction:column;gap:10px}
a{color:inherit;text-underline-offset:3px;text-decoration-color:var(--rule)}
a:hover{text-decoration-color:currentColor}
a:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
h1{font:600 18px/1.25 "Source Serif 4",Georgia,serif;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
h1 a{text-decoration:none}
h1 a:hover{text-decoration:underline}
.by{color:var(--muted);font-size:13px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.finding{font:600 21px/1.2 "Source Serif 4",Georgia,serif}
.verdict{display:flex;flex-wrap:wrap;align-items:center;gap:2px 10px;font-weight:600}
.score{font-size:32px;line-height:1}
.of{color:var(--muted);font-size:13px;font-weight:400}
.word{font:600 19px/1.2 "Source Serif 4",Georgia,serif;display:inline-flex;align-items:center;gap:7px}
.hollow{color:var(--muted)}.factual{color:var(--factual)}.moderate{color:var(--moderate)}.high{color:var(--high)}
svg{flex:none;display:block}
.scale{width:100%;height:18px}
.facts{font-size:13px;color:var(--muted)}
ul{list-style:none;display:flex;flex-wrap:wrap;gap:4px 14px;font-size:13px}
li{display:inline-flex;align-items:center;gap:5px}
.mark{border:1px dashed var(--rule);padding:5px;font-size:13px;background:repeating-linear-gradient(45deg,var(--line) 0 2px,transparent 2px 7px)}
.mark span{display:block;background:var(--ground);padding:3px 7px}
footer{margin-top:auto;padding-top:8px;border-top:1px solid var(--line);display:flex;flex-wrap:wrap;justify-content:space-between;align-items:center;gap:0 12px;font-size:13px}
footer a{display:inline-flex;align-items:center;min-height:28px;font-weight:600}
footer span{color:var(--muted)}
footer .address{user-select:all;overflow-wrap:anywhere;color:var(--ink)}
`;

/**
 * Opens links where the frame's sandbox forbids it. WordPress allows scripts alone, names the frame
 * with a secret in the fragment, and follows a link that is posted with it (wp-embed.js). Elsewhere
 * no script learns whether a tab opened, so the pressed address stays as text to copy.
 */
export const EMBED_SCRIPT = `
(() => {
	const [, secret] = /[?&#]secret=([a-zA-Z0-9]+)/.exec(location.hash) || [];
	const tell = (message, value) => parent.postMessage({ message, value, secret }, "*");
	addEventListener("click", (event) => {
		const link = event.target.closest("a");
		if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
		if (secret && parent !== self) {
			event.preventDefault();
			return tell("link", link.href);
		}
		const shown = document.querySelector("footer span");
		shown.textContent = link.href;
		shown.className = "address";
	});
	if (!secret || parent === self) return;
	const resize = () => tell("height", Math.ceil(document.querySelector("main").scrollHeight));
	addEventListener("load", resize);
	addEventListener("resize", resize);
})();
`;

type EmbedTheme = "light" | "dark" | "system";

const WITHOUT_RESULT = {
	pending: "The analysis is running. The score appears here when it is done.",
	failed: "This video could not be analyzed, so there is no score.",
	unknown: "There is no analysis of this video.",
};

/**
 * Renders the card that other sites frame, as a complete document without pictures or
 * subresources, which also works where no script runs. `origin` has no trailing slash.
 */
export function embedCard(card: ResultCard, origin: string, theme: EmbedTheme): string {
	const title = escapeMarkup(cardTitle(card));
	const body =
		card.state === "completed"
			? completed(card, origin)
			: `<p>${card.state === "taken_down" ? escapeMarkup(takenDown(card.takedown).message) : WITHOUT_RESULT[card.state]}</p>`;
	const target = card.state === "unknown" ? origin : `${origin}/results/${card.video_id}`;
	const label = card.state === "unknown" ? "Open BS Detector" : "Open the report";
	const ai_written = card.state === "completed" && card.raters > 0 && !card.simulated;
	return `<!doctype html>
<html lang="en"${theme === "system" ? "" : ` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${ai_written ? `\n<meta name="generator-kind" content="ai_models">` : ""}
<title>${card.state === "completed" && card.moments !== null ? "Checked moments" : "BS score"}: ${title}</title>
<style>${EMBED_STYLE}</style>
</head>
<body>
<main>
${body}
<footer><span>BS Detector</span>${outside(target, label)}</footer>
</main>
<script>${EMBED_SCRIPT}</script>
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
		// Comes first, so that a frame with too little height does not hide it.
		...(card.simulated
			? [
					'<p class="mark"><span><b>Simulated.</b> Made up for a demonstration; says nothing about the video.</span></p>',
				]
			: []),
		card.score === null ? noVerdict(card) : verdict(card, card.score),
		...(card.transcript_source === "member" ? [`<p class="facts">${memberOrigin(card)}</p>`] : []),
	].join("\n");
}

function memberOrigin({ captions_read_by }: CompletedCard): string {
	return captions_read_by
		? `${captionsReaderWords(captions_read_by)}.`
		: "Read from a transcript that a member pasted, not from captions.";
}

/** The number of statements by verdict, or by band if the run asked no sources. */
function countsOf({ standing, finding }: CompletedCard) {
	if (standing !== "checked")
		return BANDS.map((band) => ({
			band,
			count: finding[KEY_OF_BAND[band]],
			words: BAND_WORDS[band].statement,
		}));
	return VERDICTS.flatMap((it) =>
		it === "unverified"
			? []
			: {
					band: bandFor(VERDICT_RANGES[it].low),
					count: finding[KEY_OF_VERDICT[it]],
					words: VERDICT_WORDS[it],
				},
	);
}

function verdict(card: CompletedCard, score: number): string {
	const band = bandFor(score);
	const { simulated, finding } = card;
	const items = countsOf(card)
		.filter(({ count }) => count > 0)
		.map((it) => `<li>${shape(it.band, 14, simulated)}${it.count} ${it.words.toLowerCase()}</li>`);
	if (finding.unverified > 0)
		items.push(`<li>${hollowShape(14)}${finding.unverified} unverified</li>`);
	return [
		`<p class="finding">${card.words.short}</p>`,
		`<p class="verdict"><span class="score ${band}">${score}</span> <span class="of">BS score,<br>of 100</span> <span class="word ${band}">${shape(band, 22, simulated)}${BAND_WORDS[band].video}</span></p>`,
		scale(score, spanOf(card, score), simulated),
		`<ul>${items.join("")}</ul>`,
		`<p class="facts">${basisWords(card)}</p>`,
	].join("\n");
}

function basisWords({ standing, coverage, interval, raters, simulated }: CompletedCard): string {
	const who = raterWords(raters, simulated);
	if (standing !== "checked") return `${who}, from memory`;
	const between = interval ? `, likely between ${interval.low} and ${interval.high}` : "";
	return `${coverageWords(coverage)} with sources by ${who}${between}`;
}

/** The reason why there is no score, without colour. */
function noVerdict({ standing, coverage, moments }: CompletedCard): string {
	if (moments !== null)
		return `<p class="word hollow">${hollowShape(22)}Moments only</p><p class="facts">${momentsWords(moments)}. ${coverage.checkable === 0 ? NOTHING_SAID : `Statements: ${coverageWords(coverage)}.`}</p>`;
	if (standing !== "too_little")
		return `<p class="word">${NOTHING_TO_CHECK.title}</p><p class="facts">${NOTHING_TO_CHECK.detail}</p>`;
	const why = `${coverageWords(coverage)} with sources, which is too little for a score.`;
	return `<p class="word hollow">${hollowShape(22)}${HOLLOW_TITLE}</p><p class="facts">${why}</p>`;
}

function hollowShape(size: number): string {
	const { outline } = BAND_SHAPES.factual;
	return `<svg class="hollow" width="${size}" height="${size}" viewBox="-.5 -.5 17 17" aria-hidden="true" fill="none" stroke="currentColor" stroke-linecap="round"><path d="${outline}" stroke-width="1.4" stroke-dasharray=".1 2.65"/><path d="${UNVERIFIED_SIGN}" stroke-width="1.5"/></svg>`;
}

function shape(band: Band, size: number, simulated: boolean): string {
	const paths = bandShape(band, { colour: "currentColor", ground: "var(--ground)", simulated });
	return `<svg class="${band}" width="${size}" height="${size}" viewBox="-.5 -.5 17 17" aria-hidden="true" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;
}

/** The gauge as a straight line. The text beside it has the same content. */
function scale(score: number, [from, to]: [number, number], simulated: boolean): string {
	const line = (d: string, colour: string) =>
		`<path d="${d}" stroke="${colour}" vector-effect="non-scaling-stroke"/>`;
	const limits = [0, MODERATE_FROM, HIGH_FROM, 100].map((at) => `M${at} 2V12`).join("");
	const interval = `M${from} 16H${to}M${from} 14V18M${to} 14V18`;
	return `<svg class="scale ${bandFor(score)}" viewBox="-2 0 104 18" preserveAspectRatio="none" aria-hidden="true"><defs><pattern id="h" width=".8" height="18" patternUnits="userSpaceOnUse"><path d="M.2 0V18" stroke="currentColor" stroke-width=".4"/></pattern></defs>${line(`M0 7H100${limits}`, "var(--rule)")}${line(interval, "var(--muted)")}<rect x="${score - 1}" y="0" width="2" height="14" fill="${simulated ? "url(#h)" : "currentColor"}"/></svg>`;
}

/** A link that opens outside the frame without a referrer. `label` is markup. */
function outside(href: string, label: string): string {
	return `<a href="${escapeMarkup(href)}" target="_blank" rel="noopener">${label}</a>`;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

/**
 * Allows framing by any site. In the frame, only the card's own style and script apply and links
 * open in a new tab.
 */
const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${hashOf(EMBED_STYLE)}'`,
	`script-src 'sha256-${hashOf(EMBED_SCRIPT)}'`,
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors *",
	"sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox",
].join("; ");

/** Mounted at /embed. */
export const embed = new Hono<AppEnv>().get("/:id", async (c) => {
	const { card } = await readResultCard(c.get("context"), c.req.param("id"));
	const origin = siteOrigin(c.get("context"), c.req.url);
	c.header("content-security-policy", POLICY);
	return answerDocument(c, {
		...cardAnswer(card),
		body: embedCard(card, origin, parseTheme(c.req.query("theme"))),
		content_type: "text/html; charset=utf-8",
	});
});

function parseTheme(asked: string | undefined): EmbedTheme {
	return asked === "light" || asked === "dark" ? asked : "system";
}
