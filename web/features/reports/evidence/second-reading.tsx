import type { Statement } from "#contract/statement.ts";
import { statementMark } from "#contract/verdict-words.ts";
import { VerdictIcon } from "#web/ui/badges.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { readingOf } from "./reading-words.ts";

/** What the second reading found in all quotes together, or that there was none. */
export function SecondReading({ statement }: { statement: Statement }) {
	const reading = readingOf(statement);
	if (reading === null) return null;
	const { kind, title, lines } = reading;
	if (kind === "found") {
		return (
			<p className="max-w-[68ch] border-t border-line pt-3 text-sm">
				<Icon name="check" className="mr-1 align-[-0.12em]" />
				{title}
			</p>
		);
	}
	return (
		<div className="max-w-[68ch] rounded-sm border border-dotted border-rule px-3 py-2 text-sm">
			<p className="flex items-center gap-2 font-semibold text-muted">
				{kind !== "unread" && <VerdictIcon mark={statementMark(statement)} className="size-5" />}
				{title}
			</p>
			{lines.map((line) => (
				<p key={line}>{line}</p>
			))}
		</div>
	);
}
