import type { Statement } from "#contract/statement.ts";
import { bandOf } from "../bands.ts";
import { escapeMarkup as text } from "../text/escape-markup.ts";
import { AIMED_MARK } from "./aimed-block.ts";
import { BAND_TEXT, bandMark } from "./band-mark.ts";
import { clockTime } from "./clock-time.ts";
import { statementPath } from "./report-address.ts";
import { statementVerdict } from "./report-words.ts";

/** One statement of a report: its score, its words, and what the models say of it. */
export function statementItem(statement: Statement, targeted: boolean): string {
	const { ai_score, confidence_level, quote, content } = statement;
	const band = bandOf(ai_score);
	const simulated = statement.ratings.some((r) => r.status === "simulated");
	const path = statementPath(statement.video_id, statement.id);
	const about = statement.timestamp_source === "estimated" ? "≈" : "";
	return `<li id="s-${text(statement.id)}" class="grid gap-x-6 gap-y-3 border-t border-line py-6 sm:grid-cols-[6.5rem_1fr] ${targeted ? "-mx-3 bg-sunken px-3" : ""}"><div class="flex flex-wrap items-baseline gap-x-3 sm:flex-col sm:gap-0 ${BAND_TEXT[band]}"><p class="text-3xl leading-none font-semibold"><span class="sr-only">BS Score </span>${ai_score}</p><p class="flex items-center gap-1.5 font-semibold sm:mt-1.5 sm:text-sm">${bandMark(band, "size-4")}${statementVerdict(statement)}</p><p class="text-sm text-muted sm:mt-1 sm:text-xs">${confidence_level}% confidence${simulated ? ", simulated" : ""}</p></div><article class="flex min-w-0 flex-col gap-3"><p class="text-sm font-semibold"><a href="${text(path)}" class="underline decoration-rule underline-offset-4 hover:decoration-ink">${about}${clockTime(statement.timestamp)}</a></p>${statement.aimed_at_raters ? `<p>${AIMED_MARK}</p>` : ""}<blockquote class="font-serif text-lg"><p>“${text(quote || content)}”</p></blockquote>${
		targeted && quote !== "" && quote !== content
			? `<p class="text-sm"><span class="eyebrow block">Checked as</span>${text(content)}</p>`
			: ""
	}<p class="${targeted ? "" : "line-clamp-2 "}max-w-[68ch] text-sm">${text(statement.explanation)}</p></article></li>`;
}
