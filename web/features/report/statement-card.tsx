import { useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Statement } from "#contract/statement.ts";
import { statementAnchor } from "#web/paths.ts";
import { BandIcon } from "#web/ui/band-icon.tsx";
import { BAND_CLASSES, BAND_WORDS, bandOf } from "#web/ui/bands.ts";
import { Icon } from "#web/ui/icon.tsx";
import { PROVIDER_NAMES } from "#web/ui/provider-names.ts";
import { ScoreScale } from "#web/ui/score-scale.tsx";
import { SimulatedMark } from "#web/ui/simulated-mark.tsx";
import { consensusSentence } from "./report-words.ts";
import { ResponseThread } from "./response-thread.tsx";
import { StatementDetails } from "./statement-details.tsx";
import { TimeLink } from "./time-link.tsx";
import { VoteButtons } from "./vote-buttons.tsx";

/** One statement: what was said, how it was rated, and why. */
export function StatementCard({
	statement,
	watchable,
}: {
	statement: Statement;
	watchable: boolean;
}) {
	const anchor = statementAnchor(statement.id);
	const targeted = useLocation().hash === `#${anchor}`;
	const [open, setOpen] = useState(false);
	const card = useRef<HTMLLIElement>(null);
	const details = useId();
	const simulated = statement.ratings.some((r) => r.status === "simulated");

	useEffect(() => {
		if (!targeted) return;
		setOpen(true);
		// The browser looked for the fragment before the report had come.
		card.current?.scrollIntoView({ block: "start" });
	}, [targeted]);

	return (
		<li
			ref={card}
			id={anchor}
			tabIndex={-1}
			className={`appear grid gap-x-6 gap-y-3 border-t border-line py-6 sm:grid-cols-[6.5rem_1fr] ${targeted ? "-mx-3 bg-sunken px-3" : ""}`}
		>
			<StatementScore statement={statement} simulated={simulated} />
			<article className="flex min-w-0 flex-col gap-3">
				<div className="flex items-start gap-3">
					<TimeLink
						videoId={statement.video_id}
						seconds={statement.timestamp}
						source={statement.timestamp_source}
						watchable={watchable}
					/>
				</div>
				<blockquote className="font-serif text-lg">
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
					<p className="grow text-sm text-muted">
						{consensusSentence(statement.ratings)}
					</p>
					<button
						type="button"
						aria-expanded={open}
						aria-controls={details}
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

function StatementScore(props: { statement: Statement; simulated: boolean }) {
	const { ai_score, confidence_level } = props.statement;
	const band = bandOf(ai_score);
	return (
		<div
			className={`flex flex-wrap items-baseline gap-x-3 sm:flex-col sm:gap-0 ${BAND_CLASSES[band].text}`}
		>
			<p className="text-3xl leading-none font-semibold">
				<span className="sr-only">BS Score </span>
				{ai_score}
			</p>
			<p className="flex items-center gap-1.5 font-semibold sm:mt-1.5 sm:text-sm">
				<BandIcon band={band} simulated={props.simulated} />
				{BAND_WORDS[band].statement}
			</p>
			<p className="text-sm text-muted sm:mt-1 sm:text-xs">
				{confidence_level}% confidence
			</p>
			{props.simulated && <SimulatedMark className="sm:mt-1" />}
		</div>
	);
}
