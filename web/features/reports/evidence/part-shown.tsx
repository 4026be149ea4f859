import type { Statement } from "#contract/statement.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { LeadQuote } from "./lead-quote.tsx";
import { partQuote, partShown } from "./reading-words.ts";

/** The quote that shows a part of the statement, and which part no quote shows. */
export function PartShown({
	statement,
	missing,
	open,
}: {
	statement: Statement;
	missing: string;
	open: boolean;
}) {
	const quote = partQuote(statement);
	const words = partShown(statement);
	return (
		<div className="max-w-[68ch] border-l-2 border-dotted border-rule pl-3 text-sm">
			{quote && (
				<LeadQuote piece={quote} statement={statement.content} side={undefined} open={open} />
			)}
			<p className={open ? "" : "flex"}>
				<span className="shrink-0 font-semibold whitespace-pre-wrap">{words.title}: </span>
				<ForeignText spoken className={open ? "" : "line-clamp-1"}>
					{missing}
				</ForeignText>
				{/* In a closed card the end of the sentence may be cut. */}
				<span className={open ? "" : "sr-only"}> {words.open}</span>
			</p>
		</div>
	);
}
