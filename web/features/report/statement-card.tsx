import { useEffect, useId, useRef, useState } from "react";
import type { Statement } from "#contract/statement.ts";
import { statementAnchor } from "#web/paths.ts";
import { AimedMark } from "#web/ui/aimed-mark.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { PROVIDER_NAMES } from "#web/ui/provider-names.ts";
import { ScoreScale } from "#web/ui/score-scale.tsx";
import { bringIntoSight } from "./bring-into-sight.ts";
import { ConsensusLine } from "./consensus-line.tsx";
import { MomentMark } from "./moment-mark.tsx";
import { ResponseThread } from "./response-thread.tsx";
import { StatementDetails } from "./statement-details.tsx";
import { StatementScore } from "./statement-score.tsx";
import { TimeLink } from "./time-link.tsx";
import { VoteButtons } from "./vote-buttons.tsx";

/** One statement: what was said, how it was rated, and why. */
export function StatementCard({
	statement,
	watchable,
	moment,
	asked,
}: {
	statement: Statement;
	watchable: boolean;
	/** The video plays it, or stands at it. */
	moment: "playing" | "here" | null;
	/** Set where a link leads to it; another one for each time. */
	asked: string | null;
}) {
	const [open, setOpen] = useState(false);
	const card = useRef<HTMLLIElement>(null);
	const details = useId();
	const simulated = statement.ratings.some((r) => r.status === "simulated");

	useEffect(() => {
		if (asked === null) return;
		setOpen(true);
		card.current?.focus({ preventScroll: true });
		// The browser looked for the fragment before the report had come.
		return bringIntoSight(card.current);
	}, [asked]);

	return (
		<li
			ref={card}
			id={statementAnchor(statement.id)}
			tabIndex={-1}
			data-statement=""
			aria-labelledby={`${details}quote`}
			aria-current={moment === null ? undefined : "true"}
			className={`appear relative grid gap-x-6 gap-y-3 border-t border-line py-6 sm:grid-cols-[6.5rem_1fr] ${asked === null ? "" : "-mx-3 bg-sunken px-3"}`}
		>
			<StatementScore statement={statement} simulated={simulated} />
			<article className="flex min-w-0 flex-col gap-3">
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<TimeLink
						videoId={statement.video_id}
						seconds={statement.timestamp}
						source={statement.timestamp_source}
						watchable={watchable}
					/>
					{moment !== null && <MomentMark moment={moment} />}
					{statement.aimed_at_raters && <AimedMark />}
				</div>
				<blockquote
					id={`${details}quote`}
					className={`font-serif text-lg ${moment === null ? "" : "border-l-4 border-ink pl-3"}`}
				>
					<p>“{statement.quote || statement.content}”</p>
				</blockquote>
				{!open && (
					<p className="line-clamp-2 max-w-[68ch] text-sm">
						{statement.explanation}
					</p>
				)}
				<div className="flex flex-wrap items-center gap-x-5 gap-y-1">
					<div className="w-full max-w-60 px-1">
						<ScoreScale
							score={statement.ai_score}
							simulated={simulated}
							ticks={statement.ratings
								.filter(({ status }) => status !== "failed")
								.map(({ provider, score }) => ({
									name: PROVIDER_NAMES[provider],
									score,
								}))}
						/>
					</div>
					<ConsensusLine statement={statement} />
					<button
						type="button"
						aria-expanded={open}
						aria-controls={details}
						data-press="more"
						onClick={() => setOpen(!open)}
						className="inline-flex min-h-9 items-center gap-1 text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
					>
						{open ? "Less" : "More"}
						<span className="sr-only"> about this statement</span>
						<Icon name="chevron" className={open ? "rotate-180" : ""} />
					</button>
				</div>
				<VoteButtons statement={statement} />
				<ResponseThread statementId={statement.id} />
				<div id={details} hidden={!open}>
					{open && <StatementDetails statement={statement} />}
				</div>
			</article>
		</li>
	);
}
