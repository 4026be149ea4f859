import type { ReactNode } from "react";
import { NO_SOURCE_ANSWERED, TOO_LITTLE_SENTENCE } from "#contract/evidence-words.ts";
import type { Statement } from "#contract/statement.ts";
import { UNVERIFIED_WORDS } from "#contract/verdicts.ts";
import { Unverified } from "../summary/unverified.tsx";

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
		<div className="flex max-w-[68ch] flex-col items-start gap-2 text-sm">
			<p>
				{unrated ? UNVERIFIED_WORDS.no_rater : unreached ? NO_SOURCE_ANSWERED : TOO_LITTLE_SENTENCE}
			</p>
			{!unreached && !unrated && <Unverified statements={statements} />}
			{children && <div data-print="no">{children}</div>}
		</div>
	);
}
