import type { Report, Video } from "#contract/video.ts";
import { escapeMarkup as text } from "../text/escape-markup.ts";
import { aimedBlock } from "./aimed-block.ts";
import { clockTime } from "./clock-time.ts";
import { gaugeSvg } from "./gauge-svg.ts";
import { measuredWords, reportTitle } from "./report-words.ts";
import { siteFrame } from "./site-frame.ts";
import { statementItem } from "./statement-item.ts";
import { verdictLine } from "./verdict-line.ts";

/**
 * What a report's page shows before the app runs, and where it never does. The
 * classes are those of the app's own report, which takes its place as it starts.
 */
export function reportBody(
	report: Report,
	targeted: string | null,
	demo: boolean,
): string {
	const { video, statements } = report;
	const items = statements.map((statement) =>
		statementItem(statement, statement.id === targeted),
	);
	return siteFrame(
		`<div class="page-width flex flex-col gap-6 py-6 sm:py-8"><div class="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_auto_1fr_auto]"><div>${titleBlock(video)}</div><div class="lg:col-start-2 lg:row-span-3 lg:row-start-1">${verdictBlock(report)}</div><div class="flex flex-col gap-8 lg:row-span-3 lg:row-start-2">${pictureBlock(video)}${aimedBlock(video.aimed_at_raters ?? [])}${
			items.length === 0
				? ""
				: `<section aria-labelledby="statements" class="flex flex-col gap-5"><h2 id="statements" class="font-serif text-xl font-semibold">Statement Analysis</h2><ol class="flex flex-col">${items.join("")}</ol></section>`
		}</div></div></div>`,
		demo,
	);
}

function titleBlock(video: Video): string {
	return `<div class="flex flex-col gap-4"><div class="flex items-center"><a href="/" class="inline-flex min-h-8 items-center text-sm underline decoration-rule underline-offset-4 hover:decoration-ink">Back to Home</a><span class="hidden h-11 sm:block"></span></div><div class="min-w-0"><h1 class="font-serif text-lg leading-snug font-semibold sm:text-2xl sm:leading-tight">${text(reportTitle(video))}</h1><p class="mt-1 text-sm font-semibold sm:mt-2 sm:text-base">${text(video.channel_name)}</p>${dayLine(video)}</div></div>`;
}

/** The video's picture, where its player will be. */
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
	return `<section aria-label="Verdict" class="flex flex-col gap-5 border border-rule bg-raised p-5"><h2 class="eyebrow border-b border-line pb-2">BS Score</h2><div class="mx-auto w-full max-w-80">${gaugeSvg(score)}</div>${
		completed
			? verdictLine(video, nothing) +
				(
					nothing
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
