import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import type { Analysis } from "#contract/analysis.ts";
import { plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { NOTHING_SAID } from "#contract/texts.ts";
import { statementMark } from "#contract/verdict-words.ts";
import type { Moment, Report, Video } from "#contract/video.ts";
import { hasResult } from "#web/api/live-state.ts";
import { BAND_CLASSES, SimulatedBadge, VerdictIcon } from "#web/ui/badges.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { SpeakerName } from "../evidence/spoken-words.tsx";
import { TimeLink } from "../player/time-link.tsx";
import { MomentSteps, momentTime, SaidWords } from "./moment-steps.tsx";

/** Replaces the verdict of a report of moments, which has no score. */
export function MomentsPanel({
	report: { video, moments, statements, analysis },
	run: first_run,
	children,
}: {
	report: Report;
	/** The run that checks the first moment; null if there is a result. */
	run: Analysis | null;
	/** Offers an analysis of the whole video. */
	children: ReactNode;
}) {
	// The run's end is known before the report that has its moment.
	const run = first_run ?? (moments.length === 0 ? analysis : null);
	const time = run?.moment ? momentTime(run.moment) : "";
	return (
		<section
			aria-label="Checked moments"
			className="flex flex-col gap-3 border border-rule bg-raised p-3 sm:p-5"
		>
			<h2 className="eyebrow flex items-baseline justify-between gap-3 border-b border-line pb-1 sm:pb-2">
				Moments {video.simulated && <SimulatedBadge />}
			</h2>
			{run === null ? (
				<ul className="flex flex-col">
					{moments.map((moment) => (
						<CheckedMoment
							key={`${moment.at} ${moment.checked_at}`}
							moment={moment}
							statements={statements}
						/>
					))}
				</ul>
			) : (
				<>
					<p className="font-serif text-lg leading-snug font-semibold">
						{time === "" ? "Checking a moment" : `Checking ${time}`}
					</p>
					<MomentSteps run={run} rated={statements} simulated={video.simulated} />
				</>
			)}
			{children && (
				<div className="flex flex-col" data-print="no">
					{children}
				</div>
			)}
		</section>
	);
}

function CheckedMoment({
	moment,
	statements,
}: {
	moment: Moment;
	statements: readonly Statement[];
}) {
	const { search } = useLocation();
	const own = statements.filter(({ id }) => moment.statement_ids.includes(id));
	return (
		<li className="flex flex-col gap-1 border-t border-line py-2 text-sm">
			<p className="flex items-center gap-x-3">
				{moment.at !== null && <TimeLink seconds={moment.at} />}
				<span className="text-muted">
					{own.length === 0 ? NOTHING_SAID : plural(own.length, "statement")}
				</span>
			</p>
			{own.length === 0 && <SaidWords said={moment.said} />}
			<ul className="empty:hidden">
				{own.map((statement) => {
					const mark = statementMark(statement);
					return (
						<li key={statement.id}>
							<Link
								to={{ search, hash: statementAnchor(statement.id) }}
								className="group flex flex-col py-1"
							>
								<strong
									className={`inline-flex items-center gap-1.5 font-semibold ${mark.band === null ? "text-muted" : BAND_CLASSES[mark.band].text}`}
								>
									<VerdictIcon mark={mark} />
									{mark.words}
								</strong>
								<SpeakerName statement={statement} />
								<ForeignText
									spoken
									className="line-clamp-2 font-serif leading-snug underline decoration-transparent underline-offset-4 group-hover:decoration-rule"
								>
									{statement.content}
								</ForeignText>
							</Link>
						</li>
					);
				})}
			</ul>
		</li>
	);
}

/** Says that a moment is being checked, above a report that stays as it is. */
export function MomentNotice({
	video,
	run,
	disconnected,
}: {
	video: Video;
	run: Analysis;
	disconnected: boolean;
}) {
	// Until there is a result, the verdict's place shows the check.
	if (!hasResult(video) && !disconnected) return null;
	const time = run.moment ? momentTime(run.moment) : "";
	return (
		<p role="status" className="note px-4 py-3 text-sm">
			{disconnected
				? "Connection lost. The check may continue, and we are reconnecting."
				: `${time === "" ? "A moment" : `The moment at ${time}`} is being checked. The report below stays as it is.`}
		</p>
	);
}
