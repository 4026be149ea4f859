import type { ReactNode } from "react";
import { NO_SOURCE_ANSWERED, TOO_LITTLE_SENTENCE } from "#contract/evidence-words.ts";
import type { Statement } from "#contract/statement.ts";
import { NOTHING_TO_CHECK } from "#contract/texts.ts";
import { UNVERIFIED_WORDS } from "#contract/verdicts.ts";
import { Unverified } from "./unverified.tsx";

/** Why there is no score, and the next step. */
export function NoVerdict({
	statements,
	unrated,
	children,
}: {
	statements: Statement[];
	/** Whether no model was there to rate them. */
	unrated: boolean;
	children: ReactNode;
}) {
	const unreached = statements.every(
		({ unverified_reason }) => unverified_reason === "search_failed",
	);
	return (
		<div className="flex flex-col gap-3 text-sm">
			<p>
				{unrated ? UNVERIFIED_WORDS.no_rater : unreached ? NO_SOURCE_ANSWERED : TOO_LITTLE_SENTENCE}
			</p>
			{!unreached && !unrated && <Unverified statements={statements} />}
			{children && (
				<div className="flex flex-col" data-print="no">
					{children}
				</div>
			)}
		</div>
	);
}

/** Of a video without statements. */
export function NothingToCheck() {
	return (
		<div className="text-center">
			<p className="heading">{NOTHING_TO_CHECK.title}</p>
			<p className="text-sm text-muted">{NOTHING_TO_CHECK.detail}</p>
		</div>
	);
}
