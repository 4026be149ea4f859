import { Fragment } from "react";
import { Link, useLocation } from "react-router-dom";
import { statementAnchor } from "#contract/addresses.ts";
import { clockTime } from "#contract/format.ts";
import { hasLostGround } from "#contract/leading-evidence.ts";
import type { Statement } from "#contract/statement.ts";

/** More links than these would be more than one line. */
const SHOWN = 4;

/** Says which verdicts rest on pages that have changed or are gone, with links to them. */
export function ChangedEvidence({ statements }: { statements: readonly Statement[] }) {
	const { search } = useLocation();
	const affected = statements.filter(hasLostGround);
	return (
		<p role="note" className="mb-3 border-l-4 border-ink bg-sunken px-4 py-3 text-sm">
			<strong className="font-semibold">Evidence changed.</strong>{" "}
			{affected.length < 2
				? "A verdict rests on a page that has changed or is gone"
				: `${affected.length} verdicts rest on pages that have changed or are gone`}
			{affected.length > 0 && ": "}
			{affected.slice(0, SHOWN).map((statement, index) => (
				<Fragment key={statement.id}>
					{index > 0 && ", "}
					<Link
						to={{ search, hash: statementAnchor(statement.id) }}
						title={statement.content}
						className="font-semibold underline decoration-rule underline-offset-4 hover:decoration-ink"
					>
						statement {placeOf(statement, statements)}
					</Link>
				</Fragment>
			))}
			{affected.length > SHOWN && ` and ${affected.length - SHOWN} more`}.
		</p>
	);
}

/** Its time, or its number in the report if the time is unknown. */
function placeOf(statement: Statement, statements: readonly Statement[]): string {
	const { timestamp, timestamp_source } = statement;
	if (timestamp_source === "unknown") return String(statements.indexOf(statement) + 1);
	return `at ${timestamp_source === "estimated" ? "≈" : ""}${clockTime(timestamp)}`;
}
