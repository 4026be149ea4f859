import { Suspense, useState } from "react";
import { quoteWords } from "#contract/evidence-words.ts";
import { clockTime, plural } from "#contract/format.ts";
import {
	LEFT_OUT_REASONS,
	LEFT_OUT_WORDS,
	listedWords,
	SPREAD_SENTENCE,
	selectionSentence,
} from "#contract/selection.ts";
import type { LeftOut } from "#contract/statement.ts";
import type { Report } from "#contract/video.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { MomentCard } from "../moments/lazy-card.tsx";
import { usePrinting } from "./printable-statements.tsx";

/** The statements that were found but not rated, with a button to rate more of them. */
export function LeftOutStatements({
	report: { video, left_out, statements },
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
	const [asked, setAsked] = useState<LeftOut | null>(null);
	// Once it is rated, it is not left out any more; its check stays where it was asked for.
	const listed =
		asked === null || left_out.some((it) => it.quote === asked.quote)
			? left_out
			: [...left_out, asked].sort((a, b) => a.timestamp - b.timestamp);
	if (extraction === null || (extraction.found === extraction.chosen && asked === null))
		return null;
	const reasons = LEFT_OUT_REASONS.map((reason) => ({
		reason,
		some: listed.filter((it) => it.reason === reason),
	})).filter(({ some }) => some.length > 0);
	// Of a video of which only moments were checked, an analysis rates the others too.
	const waiting = video.scope === "full" && left_out.some(({ reason }) => reason === "over_limit");
	return (
		<section
			aria-labelledby="left-out"
			className="flex flex-col items-start gap-2 border-t border-line pt-4"
		>
			<h2 id="left-out" className="heading">
				Not rated
			</h2>
			<p className="max-w-[68ch] text-sm">
				{selectionSentence(extraction)} {video.scope === "full" && SPREAD_SENTENCE}
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
					{listedWords(
						extraction,
						left_out.length + statements.filter((it) => it.on_request).length,
					)}
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
										className="flex flex-wrap items-baseline gap-x-3 border-t border-line py-1.5"
									>
										{it.timestamp_source !== "unknown" && (
											<span className="shrink-0 font-semibold">
												{it.timestamp_source === "estimated" && "≈"}
												{clockTime(it.timestamp)}
											</span>
										)}
										<ForeignText
											as="q"
											spoken
											className="min-w-0 flex-1 basis-52 font-serif wrap-anywhere"
										>
											{quoteWords(it.quote)}
										</ForeignText>
										<button
											type="button"
											aria-label={`Check this one: ${quoteWords(it.quote)}`}
											onClick={() => setAsked(it)}
											className="min-h-8 shrink-0 font-semibold link"
											data-print="no"
										>
											Check this one
										</button>
										{asked?.quote === it.quote && (
											<Suspense fallback={null}>
												<MomentCard
													video={video}
													asked={askedFor(it)}
													onClose={() => setAsked(null)}
												/>
											</Suspense>
										)}
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

/** Its words, at its time if that is known, because they may be said more than once. */
function askedFor({ quote, timestamp, timestamp_source }: LeftOut) {
	return timestamp_source === "unknown" ? { quote } : { quote, at: timestamp };
}
