import { quoteWords } from "#contract/evidence-words.ts";
import { clockTime, plural } from "#contract/format.ts";
import {
	LEFT_OUT_REASONS,
	LEFT_OUT_WORDS,
	listedWords,
	SPREAD_SENTENCE,
	selectionSentence,
} from "#contract/selection.ts";
import type { Report } from "#contract/video.ts";
import { Button } from "#web/ui/button.tsx";
import { usePrinting } from "./printable-statements.tsx";

/** The statements that were found but not rated, with a button to rate more of them. */
export function LeftOutStatements({
	report: { video, left_out },
	busy,
	onMore,
}: {
	report: Report;
	/** Whether an analysis is starting or running. */
	busy: boolean;
	/** Rates the next statements. */
	onMore: () => void;
}) {
	const printing = usePrinting();
	const { extraction } = video;
	if (extraction === null || extraction.found === extraction.chosen) return null;
	const reasons = LEFT_OUT_REASONS.map((reason) => ({
		reason,
		some: left_out.filter((it) => it.reason === reason),
	})).filter(({ some }) => some.length > 0);
	const waiting = left_out.some(({ reason }) => reason === "over_limit");
	return (
		<section
			aria-labelledby="left-out"
			className="flex flex-col items-start gap-2 border-t border-line pt-4"
		>
			<h2 id="left-out" className="heading">
				Not rated
			</h2>
			<p className="max-w-[68ch] text-sm">
				{selectionSentence(extraction)} {SPREAD_SENTENCE}
			</p>
			{waiting && (
				<div className="flex flex-wrap items-center gap-x-4" data-print="no">
					<Button busy={busy} onClick={onMore}>
						Rate more statements
					</Button>
					<span className="text-sm text-muted">
						This counts as one analysis. Existing ratings stay.
					</span>
				</div>
			)}
			<details className="w-full" open={printing || undefined}>
				<summary className="min-h-8 cursor-pointer py-1 text-sm font-semibold link">
					{listedWords(extraction, left_out.length)}
				</summary>
				<div className="flex flex-col gap-4 pt-2">
					{reasons.map(({ reason, some }) => (
						<div key={reason}>
							<h3 className="eyebrow">
								{LEFT_OUT_WORDS[reason]} ({plural(some.length, "statement")})
							</h3>
							<ul className="flex flex-col text-sm">
								{some.map((it) => (
									<li
										key={`${it.timestamp} ${it.quote}`}
										className="flex gap-x-3 border-t border-line py-1.5"
									>
										{it.timestamp_source !== "unknown" && (
											<span className="shrink-0 font-semibold">
												{it.timestamp_source === "estimated" && "≈"}
												{clockTime(it.timestamp)}
											</span>
										)}
										<q className="min-w-0 font-serif wrap-anywhere">{quoteWords(it.quote)}</q>
									</li>
								))}
							</ul>
						</div>
					))}
				</div>
			</details>
		</section>
	);
}
