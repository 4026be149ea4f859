import { quoteWords } from "#contract/evidence-words.ts";
import { clockTime, formatPercent, inQuotes, plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { NOTHING_SAID } from "#contract/texts.ts";
import type { Video } from "#contract/video.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ProblemNotice } from "#web/ui/view-states.tsx";
import { MomentSteps, SaidWords } from "./moment-steps.tsx";
import { SaidStatement } from "./said-statement.tsx";
import { type AskedMoment, useMomentCheck } from "./use-moment-check.ts";

/** The check of a moment, which begins when the card is shown and grows in it. */
export function MomentCard({
	video,
	asked,
	onClose,
}: {
	video: Video;
	asked: AskedMoment;
	onClose: () => void;
}) {
	const { check, run, live, again } = useMomentCheck(video, asked, onClose);
	const { simulated } = live.report?.video ?? video;
	const name = asked.quote
		? inQuotes(quoteWords(asked.quote))
		: `The moment at ${clockTime(asked.at ?? 0)}`;
	return (
		<section
			aria-label={asked.quote ? "Check of these words" : `Check of ${clockTime(asked.at ?? 0)}`}
			className="appear flex w-full flex-col gap-3 border border-ink bg-raised p-3 sm:p-4"
			data-print="no"
		>
			<div className="flex items-start justify-between gap-3">
				<p className="min-w-0 pt-1 font-semibold">
					{asked.quote ? (
						<ForeignText spoken className="line-clamp-2 font-serif">
							{name}
						</ForeignText>
					) : (
						name
					)}
				</p>
				<button
					type="button"
					aria-label="Close this check"
					onClick={onClose}
					className="-m-1 grid size-9 shrink-0 place-items-center rounded-md hover:bg-sunken"
				>
					<Icon name="close" />
				</button>
			</div>
			<CheckProgress check={check} run={run} live={live} simulated={simulated} />
			{check.kind === "done" && <CheckResult {...check} simulated={simulated} />}
			{check.kind === "failed" && (
				<ProblemNotice {...(check.title && { title: check.title })} detail={check.detail}>
					{check.retry && <Button onClick={again}>Try again</Button>}
				</ProblemNotice>
			)}
		</section>
	);
}

const WAITING = "Waiting for another check of this video";

type Followed = Pick<ReturnType<typeof useMomentCheck>, "check" | "run" | "live">;

/** The steps of the moment's own run, or what it waits for. */
function CheckProgress({ simulated, ...followed }: Followed & { simulated: boolean }) {
	const { check, run, live } = followed;
	const started = check.kind === "started";
	return (
		<>
			{started && run !== null ? (
				<MomentSteps run={run} rated={live.rated} simulated={simulated} />
			) : (
				<p role="status" className={check.kind === "done" ? "sr-only" : "text-sm empty:hidden"}>
					{statusWords(followed)}
				</p>
			)}
			{started && live.connection === "lost" && (
				<p role="status" className="text-sm font-semibold">
					Connection lost. The check may continue, and we are reconnecting.
				</p>
			)}
		</>
	);
}

function statusWords({ check, live }: Followed): string {
	if (check.kind === "failed") return "";
	if (check.kind === "done") return `${plural(check.statements.length, "statement")} checked`;
	const other = live.report?.analysis;
	if (check.kind === "started" && other) return `${WAITING} (${formatPercent(other.progress)})`;
	return check.kind === "asked" && check.waits ? WAITING : "Starting…";
}

function CheckResult({
	said,
	statements,
	simulated,
}: {
	said: string;
	statements: readonly Statement[];
	simulated: boolean;
}) {
	if (statements.length === 0)
		return (
			<>
				<SaidWords said={said} />
				<p className="text-sm">{NOTHING_SAID}</p>
			</>
		);
	return (
		<ul className="flex flex-col">
			{statements.map((statement) => (
				<SaidStatement key={statement.id} statement={statement} simulated={simulated} />
			))}
		</ul>
	);
}
