import { formatUtcDate } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { quoteExcerpt } from "./quote-excerpt.ts";

/** The best passage of a statement that no model has rated, or that there is none. */
export function LeadPassage({ statement }: { statement: Statement }) {
	const [first] = statement.passages;
	if (first === undefined)
		return <p className="text-sm text-muted">No passage about it was read.</p>;
	const when = first.published_at === null ? "" : `, ${formatUtcDate(first.published_at)}`;
	return (
		<p className="max-w-[68ch] border-l-2 border-dotted border-rule pl-3 text-sm">
			<span className="font-semibold">
				{first.site}
				{when}:
			</span>{" "}
			<ForeignText as="q" className="font-serif">
				{quoteExcerpt(first.text, statement.content)}
			</ForeignText>
		</p>
	);
}
