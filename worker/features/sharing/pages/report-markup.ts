import { statementAnchor, statementPath } from "#contract/addresses.ts";
import {
	BAND_SHAPES,
	BAND_WORDS,
	type Band,
	bandFor,
} from "#contract/bands.ts";
import {
	FROM_MEMORY_SENTENCE,
	isSaidOtherwise,
	leanGapSentence,
	leanSentence,
	TOO_LITTLE_SENTENCE,
} from "#contract/evidence-words.ts";
import { clockTime } from "#contract/format.ts";
import { BAND_ARCS, GAUGE, halfRing } from "#contract/gauge.ts";
import { leadingEvidence } from "#contract/leading-evidence.ts";
import { PROMPT_INJECTION_NOTE } from "#contract/page-texts.ts";
import {
	coverageWords,
	hollowTitle,
	hollowWords,
	isVerdict,
	type ScoreStanding,
	scoreStanding,
	UNVERIFIED_SIGN,
} from "#contract/score-standing.ts";
import {
	LEFT_OUT_WORDS,
	listedWords,
	SPREAD_SENTENCE,
	selectionSentence,
} from "#contract/selection.ts";
import type { Statement } from "#contract/statement.ts";
import { NOTHING_TO_CHECK, PROMPT_INJECTION_MARK } from "#contract/texts.ts";
import {
	gaugeWords,
	type StatementMark,
	statementMark,
} from "#contract/verdict-words.ts";
import { UNVERIFIED_WORDS } from "#contract/verdicts.ts";
import type { PromptInjection, Report, Video } from "#contract/video.ts";
import { escapeMarkup as text } from "#text/markup.ts";
import { measuredWords, reportTitle } from "./report-words.ts";
import { siteFrame } from "./site-markup.ts";

/**
 * A report's content before the app runs, and without scripts. The classes are those of
 * the app's report, which replaces it.
 */
export function reportBody(
	report: Report,
	targeted: string | null,
	demo: boolean,
): string {
	const { video, statements } = report;
	const standing = scoreStanding(video);
	const items = statements.map((statement) =>
		statementItem(statement, standing, statement.id === targeted),
	);
	return siteFrame(
		`<div class="page-width flex flex-col gap-6 py-6 sm:py-8"><div class="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr_auto]"><div>${titleBlock(video)}</div><div class="lg:col-start-2 lg:row-span-3 lg:row-start-1">${verdictBlock(report)}</div><div class="flex flex-col gap-8 lg:row-span-3 lg:row-start-2">${pictureBlock(video)}${promptInjectionBlock(video.aimed_at_raters ?? [])}${
			items.length === 0
				? ""
				: `<section aria-labelledby="statements" class="flex flex-col gap-5"><h2 id="statements" class="font-serif text-xl font-semibold">Statement Analysis</h2><ol class="flex flex-col">${items.join("")}</ol></section>`
		}${leftOutBlock(report)}</div></div></div>`,
		demo,
	);
}

function titleBlock(video: Video): string {
	return `<div class="flex flex-col gap-4"><div class="flex items-center"><a href="/" class="inline-flex min-h-8 items-center text-sm underline decoration-rule underline-offset-4 hover:decoration-ink">Back to Home</a><span class="hidden h-11 sm:block"></span></div><div class="min-w-0"><h1 class="font-serif text-lg leading-snug font-semibold sm:text-2xl sm:leading-tight">${text(reportTitle(video))}</h1><p class="mt-1 text-sm font-semibold sm:mt-2 sm:text-base">${text(video.channel_name)}</p>${dayLine(video)}</div></div>`;
}

/** The video's picture, in place of its player. */
function pictureBlock({ thumbnail_url }: Video): string {
	const picture = thumbnail_url.startsWith("https://")
		? `<img src="${text(thumbnail_url)}" alt="" width="480" height="270" class="size-full object-cover">`
		: "";
	return `<div class="relative block aspect-video overflow-hidden border border-line bg-sunken lg:aspect-[5/2]">${picture}</div>`;
}

function dayLine(video: Video): string {
	if (video.analysis_status !== "completed") return "";
	const day = video.updated_at.slice(0, "2026-01-31".length);
	const length =
		video.duration === null ? "" : `${clockTime(video.duration)} · `;
	return `<p class="text-sm text-muted">${length}Analyzed <time datetime="${text(video.updated_at)}">${day}</time></p>`;
}

function verdictBlock({ video, statements }: Report): string {
	const nothing = statements.length === 0;
	const completed = video.analysis_status === "completed";
	const score = completed && !nothing ? video.bs_score : null;
	const verdict = isVerdict(scoreStanding(video));
	return `<section aria-label="Verdict" class="flex flex-col gap-3 border border-rule bg-raised p-4 sm:gap-5 sm:p-5"><h2 class="eyebrow border-b border-line pb-2">BS Score</h2><div class="mx-auto w-full max-w-64 sm:max-w-80">${gaugeSvg(video, score)}</div>${
		completed
			? verdictLine(video, nothing) +
				(
					nothing || !verdict
						? ""
						: `<p class="text-sm">${measuredWords(video, statements.length)}</p><p class="flex justify-between text-sm"><span>AI confidence</span><span class="font-semibold">${video.confidence_level}%</span></p>`
				)
			: `<p class="text-center font-serif text-xl font-semibold">${
					video.analysis_status === "failed"
						? "This video could not be checked"
						: "The analysis is under way"
				}</p>`
	}</section>`;
}

/** The verdict in words, and the meaning of the scale. */
function verdictLine(video: Video, nothing: boolean): string {
	const { bs_score, simulated, interval } = video;
	const standing = scoreStanding(video);
	if (nothing)
		return `<div class="text-center"><p class="font-serif text-xl font-semibold">${NOTHING_TO_CHECK.title}</p><p class="text-sm text-muted">${NOTHING_TO_CHECK.detail}</p></div>`;
	const made_up = simulated
		? `<p class="mt-3 border border-line px-3 py-2 text-sm">Simulated. These scores were made up for a demonstration. They say nothing about the video.</p>`
		: "";
	if (!isVerdict(standing))
		return `<div class="text-center"><p class="flex items-center justify-center gap-2 font-serif font-semibold text-muted sm:text-lg">${hollowMark("size-6")}${hollowTitle(standing)}</p>${standing === "memory" ? SCALE : ""}${made_up}</div><p class="text-sm">${standing === "memory" ? FROM_MEMORY_SENTENCE : TOO_LITTLE_SENTENCE}</p>`;
	const band = bandFor(bs_score);
	const likely = interval
		? `<p class="text-sm text-muted">Likely between ${interval.low} and ${interval.high}. 0 is factual, 100 is false</p>`
		: SCALE;
	return `<div class="text-center"><p class="flex items-center justify-center gap-2 font-serif font-semibold text-xl ${BAND_TEXT[band]}">${bandMark(band, "size-6")}${BAND_WORDS[band].video}</p>${likely}${made_up}</div>`;
}

const SCALE = `<p class="text-sm text-muted">0 is factual, 100 is false</p>`;

/** One statement of a report. */
function statementItem(
	statement: Statement,
	standing: ScoreStanding,
	targeted: boolean,
): string {
	const mark = statementMark(statement, standing);
	return mark.key === mark.band
		? ratedItem(statement, mark.band, targeted)
		: checkedItem(statement, mark, targeted);
}

/** Why a statement has no verdict; a phone shows only the lean, because the badge gives the reason. */
function reasonInWords(lean: string | null, why: string): string {
	return lean === null
		? `<div class="max-w-[68ch] text-sm"><p class="line-clamp-2">${text(why)}</p></div>`
		: `<div class="max-w-[68ch] text-sm"><p class="font-semibold">${lean}</p><p class="line-clamp-2 max-sm:hidden">${text(why)}</p></div>`;
}

/** Of a run that asked sources: the verdict, what was checked, and the strongest quote. */
function checkedItem(
	statement: Statement,
	mark: StatementMark,
	targeted: boolean,
): string {
	const { ai_score, quote, content, unverified_reason } = statement;
	const { band, words } = mark;
	const simulated = statement.ratings.some((r) => r.status === "simulated");
	const verdict =
		band === null
			? `<p class="inline-flex w-fit items-center gap-2 rounded-sm border border-dotted border-rule px-2 py-0.5 leading-snug font-semibold text-muted">${hollowMark("size-5")}${text(words)}</p>`
			: `<p class="flex min-h-8 flex-wrap items-center gap-x-3"><strong class="inline-flex items-center gap-2 text-lg leading-tight font-semibold ${BAND_TEXT[band]}">${bandMark(band, "size-6", mark.sign)}${text(words)}</strong><span class="text-sm text-muted"><span class="sr-only">BS Score </span>${ai_score} of 100${simulated ? ", simulated" : ""}</span></p>`;
	const [checked, said] = isSaidOtherwise(statement)
		? [
				text(content),
				`<p class="text-sm text-muted">In the video: <q class="font-serif">${text(quote)}</q></p>`,
			]
		: [`“${text(quote || content)}”`, ""];
	const quotes = leadingEvidence(statement).map(
		({ site, published_at, quote: found }) =>
			`<p class="line-clamp-2 sm:line-clamp-3"><strong class="font-semibold">${text(site)}</strong>${published_at === null ? "" : `, ${published_at}`}: <q class="font-serif sm:text-base">${text(found)}</q></p>`,
	);
	const lean = leanSentence(statement);
	const why =
		unverified_reason === null
			? statement.explanation
			: UNVERIFIED_WORDS[unverified_reason];
	const reason =
		quotes.length > 0
			? `<div class="flex max-w-[68ch] flex-col gap-1.5 border-l-2 border-rule pl-3 text-sm">${quotes.join("")}</div>`
			: reasonInWords(lean, why);
	const gap = leanGapSentence(statement);
	return `<li id="${text(statementAnchor(statement.id))}" class="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 border-t border-line py-3 sm:gap-x-6 sm:py-5 ${targeted ? "-mx-3 bg-sunken px-3" : ""}"><article class="col-span-full flex min-w-0 flex-col gap-1.5 sm:gap-2.5"><div class="grid grid-cols-[1fr_auto] items-start gap-x-3">${verdict}<span class="text-sm font-semibold">${timeLink(statement)}</span></div>${statement.aimed_at_raters ? `<p>${MARK}</p>` : ""}<div class="flex max-w-[68ch] flex-col gap-0.5"><p class="font-serif leading-snug sm:text-lg">${checked}</p>${said}</div>${reason}${gap === null ? "" : `<p class="max-w-[68ch] border-l-4 border-ink bg-sunken px-3 py-1.5 text-sm font-semibold">${gap}</p>`}${targeted && quotes.length > 0 ? `<p class="max-w-[68ch] text-sm">${text(statement.explanation)}</p>` : ""}</article></li>`;
}

/** Where in the video it is said, as a link to the statement's own page. */
function timeLink(statement: Statement): string {
	const { video_id, id } = statement;
	return `<a href="${text(statementPath(video_id, id))}" class="underline decoration-rule underline-offset-4 hover:decoration-ink">${timeWords(statement) || "Statement"}</a>`;
}

/** Of a run that asked no sources: score, text and explanation. */
function ratedItem(
	statement: Statement,
	band: Band,
	targeted: boolean,
): string {
	const { ai_score, confidence_level, quote, content } = statement;
	const simulated = statement.ratings.some((r) => r.status === "simulated");
	return `<li id="${text(statementAnchor(statement.id))}" class="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1.5 border-t border-line py-3 sm:grid-cols-[6.5rem_1fr] sm:gap-x-6 sm:gap-y-2 sm:py-5 ${targeted ? "-mx-3 bg-sunken px-3" : ""}"><div class="flex flex-wrap items-baseline gap-x-2.5 sm:row-span-2 sm:flex-col sm:gap-0 ${BAND_TEXT[band]}"><p class="text-2xl leading-none font-semibold sm:text-3xl"><span class="sr-only">BS Score </span>${ai_score}</p><p class="flex items-center gap-1.5 font-semibold sm:mt-1.5 sm:text-sm">${bandMark(band, "size-4")}${BAND_WORDS[band].statement}</p><p class="text-sm text-muted sm:mt-1 sm:text-xs">${confidence_level}% confidence${simulated ? ", simulated" : ""}</p></div><div class="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 sm:justify-start"><span class="text-sm font-semibold">${timeLink(statement)}</span>${statement.aimed_at_raters ? MARK : ""}</div><article class="col-span-full flex min-w-0 flex-col gap-1.5 sm:col-span-1 sm:col-start-2 sm:gap-2.5"><blockquote class="max-w-[68ch] font-serif leading-snug sm:text-lg"><p>“${text(quote || content)}”</p></blockquote>${
		targeted && quote !== "" && quote !== content
			? `<p class="text-sm"><span class="eyebrow block">Checked as</span>${text(content)}</p>`
			: ""
	}<p class="${targeted ? "" : "line-clamp-2 "}max-w-[68ch] text-sm">${text(statement.explanation)}</p></article></li>`;
}

/** "1:05", "≈1:05" if it is estimated; empty if it is unknown. */
function timeWords({
	timestamp,
	timestamp_source,
}: Pick<PromptInjection, "timestamp" | "timestamp_source">): string {
	if (timestamp === null || timestamp_source === "unknown") return "";
	const about = timestamp_source === "estimated" ? "≈" : "";
	return about + clockTime(timestamp);
}

/** What was found and not rated; empty if all was rated, or if that is not known. */
function leftOutBlock({ video: { extraction }, left_out }: Report): string {
	if (extraction === null || extraction.found === extraction.chosen) return "";
	const items = left_out.map(
		(it) =>
			`<li class="flex gap-x-3 border-t border-line py-1.5"><span class="shrink-0 font-semibold">${timeWords(it)}</span><span class="min-w-0"><q class="font-serif">${text(it.quote)}</q> ${LEFT_OUT_WORDS[it.reason]}</span></li>`,
	);
	return `<section aria-labelledby="left-out" class="flex flex-col items-start gap-2 border-t border-line pt-4"><h2 id="left-out" class="font-serif text-xl font-semibold">Not rated</h2><p class="max-w-[68ch] text-sm">${selectionSentence(extraction)} ${SPREAD_SENTENCE}</p><details class="w-full"><summary class="min-h-8 cursor-pointer py-1 text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink">${listedWords(extraction, left_out.length)}</summary><ul class="flex flex-col text-sm">${items.join("")}</ul></details></section>`;
}

/** The number that the app shows at first. */
const SHOWN = 2;
const SIGN = `<svg viewBox="0 0 16 16" aria-hidden="true" class="inline-block size-[1.05em] shrink-0 fill-none stroke-current" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="M8 2 1.5 13.5h13ZM8 6.5v3.2M8 11.3v.4"/></svg>`;

/** The mark of a statement that addresses the AI that rates it. */
const MARK = `<span class="inline-flex items-center gap-1 text-sm font-semibold">${SIGN}${PROMPT_INJECTION_MARK}</span>`;

/** Says that a transcript addresses its raters, and where; empty if it does not. */
function promptInjectionBlock(places: readonly PromptInjection[]): string {
	if (places.length === 0) return "";
	const items = places.slice(0, SHOWN).map((place) => {
		const when = timeWords(place);
		const time = when && `<span class="text-sm font-semibold">${when}</span>`;
		return `<li class="flex flex-wrap items-baseline gap-x-3 gap-y-1">${time}<q class="min-w-0 flex-1 basis-60 font-serif text-base break-words">${text(place.text)}</q></li>`;
	});
	return `<section aria-labelledby="aimed" class="flex flex-col gap-3 border-l-4 border-ink bg-sunken px-4 py-3 text-sm"><div><h2 id="aimed" class="flex items-center gap-2 text-base font-semibold">${SIGN}${PROMPT_INJECTION_NOTE.title}</h2><p class="max-w-[68ch]">${PROMPT_INJECTION_NOTE.detail}</p></div><ol class="flex flex-col gap-2">${items.join("")}</ol></section>`;
}

/** Whole class names, so that a test can look each one up in the style sheet. */
const FILLS: Record<Band, string> = {
	factual: "fill-factual",
	moderate: "fill-moderate",
	high: "fill-high",
};

const STROKES: Record<Band, string> = {
	factual: "stroke-factual",
	moderate: "stroke-moderate",
	high: "stroke-high",
};

const BAND_TEXT: Record<Band, string> = {
	factual: "text-factual",
	moderate: "text-moderate",
	high: "text-high",
};

/** The mark of what is not verified, as in the app. */
function hollowMark(size: "size-5" | "size-6"): string {
	const { outline } = BAND_SHAPES.factual;
	return `<svg viewBox="-0.5 -0.5 17 17" aria-hidden="true" class="inline-block shrink-0 fill-none stroke-muted ${size}" stroke-linecap="round" stroke-linejoin="round"><path d="${outline}" stroke-width="1.4" stroke-dasharray="0.1 2.65"/><path d="${UNVERIFIED_SIGN}" stroke-width="1.5"/></svg>`;
}

/** The symbol of the band, as in the app; `size` is a class. */
function bandMark(
	band: Band,
	size: "size-4" | "size-6",
	sign = BAND_SHAPES[band].sign,
): string {
	const { outline } = BAND_SHAPES[band];
	return `<svg viewBox="-0.5 -0.5 17 17" aria-hidden="true" class="inline-block shrink-0 ${size}" stroke-linecap="round" stroke-linejoin="round"><path d="${outline}" class="${FILLS[band]} ${STROKES[band]}" stroke-width="1.2"/><path d="${sign}" class="fill-none stroke-raised" stroke-width="1.9"/></svg>`;
}

const { arc } = halfRing(GAUGE);

/** The score on a half ring, or an empty one if nothing was measured; the app's gauge takes its place without a jump. */
function gaugeSvg(video: Video, score: number | null): string {
	const standing = score === null ? "panel" : scoreStanding(video);
	const { coverage } = video;
	const active = score === null || !isVerdict(standing) ? null : bandFor(score);
	const bands = BAND_ARCS.map(({ band, from, to }) => {
		const is_active = band === active;
		const radius = GAUGE.radius - (is_active ? 0 : GAUGE.inset);
		return `<path d="${arc(radius, from, to)}" class="fill-none ${active === null ? "stroke-line" : STROKES[band]}" stroke-width="${is_active ? GAUGE.active_width : GAUGE.width}"/>`;
	});
	const ring = isVerdict(standing)
		? bands.join("")
		: [-GAUGE.hollow_edge, GAUGE.hollow_edge]
				.map(
					(edge) =>
						`<path d="${arc(GAUGE.radius + edge, 0, 100)}" class="fill-none stroke-rule" stroke-width="2" stroke-linecap="round" stroke-dasharray="0.1 5.6"/>`,
				)
				.join("");
	const { number, caption } = gaugeWords({ score, standing, coverage });
	const label =
		score === null
			? "No score"
			: isVerdict(standing)
				? `BS score ${score} of 100${standing === "checked" ? `, ${coverageWords(coverage)}` : ""}`
				: hollowWords(standing, coverage);
	const size = standing === "too_little" ? "text-[30px]" : "text-[56px]";
	return `<svg viewBox="${GAUGE.viewBox}" role="img" aria-label="${label}" class="block w-full">${ring}${coverageArc(video, score)}<text x="${GAUGE.cx}" y="${GAUGE.cy - 6}" text-anchor="middle" class="${size} font-semibold ${active === null ? "fill-muted" : FILLS[active]}">${number}</text><text x="${GAUGE.cx}" y="${GAUGE.cy + 13}" text-anchor="middle" class="fill-muted text-[13px]">${caption}</text></svg>`;
}

/** How many of the checkable statements were checked; nothing if no sources were asked. */
function coverageArc(video: Video, score: number | null): string {
	const { checked, checkable } = video.coverage;
	const standing = scoreStanding(video);
	if (score === null || checkable === 0) return "";
	if (standing !== "checked" && standing !== "too_little") return "";
	const path = (to: number, colour: string) =>
		`<path d="${arc(GAUGE.coverage_radius, 0, to)}" class="fill-none ${colour}" stroke-width="4"/>`;
	const share = (100 * checked) / checkable;
	return (
		path(100, "stroke-line") + (share === 0 ? "" : path(share, "stroke-muted"))
	);
}
