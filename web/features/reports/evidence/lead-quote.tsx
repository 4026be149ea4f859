import type { Evidence } from "#contract/evidence.ts";
import { quoteWords } from "#contract/evidence-words.ts";
import { formatUtcDate } from "#contract/format.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { quoteExcerpt } from "./quote-excerpt.ts";

/** A leading quote with its source: of a closed card its deciding part, of an open one the whole. */
export function LeadQuote({
	piece: { site, published_at, quote },
	statement,
	side,
	open,
}: {
	piece: Evidence;
	/** What the quote decides. */
	statement: string;
	/** The quote's side, given if quotes of both sides are shown. */
	side: string | undefined;
	open: boolean;
}) {
	const words = quoteWords(quote);
	return (
		<p className="text-sm">
			{side && <span className="text-muted">{side}: </span>}
			<strong className="font-semibold">{site}</strong>
			{published_at !== null && `, ${formatUtcDate(published_at)}`}:{" "}
			<ForeignText as="q" className="font-serif sm:text-base">
				{open ? words : quoteExcerpt(words, statement)}
			</ForeignText>
		</p>
	);
}

const STATES: Record<Evidence["state"], string> = {
	found: "found on the page",
	changed: "the page has since changed",
	gone: "the page is no longer there",
};

/** Shows whether the quote was found on the page. */
export function FoundMark({
	piece: { state, retracted_at, read_differently_at },
}: {
	piece: Pick<Evidence, "state" | "retracted_at" | "read_differently_at">;
}) {
	const same = read_differently_at === null;
	if (retracted_at !== null)
		return (
			<span className="inline-flex items-center gap-1 whitespace-nowrap">
				<Icon name="warning" />
				the page was retracted since
			</span>
		);
	return (
		<span className="inline-flex items-center gap-1 whitespace-nowrap">
			<Icon name={state === "found" && same ? "check" : "warning"} />
			{same ? STATES[state] : "the page is read differently since"}
		</span>
	);
}
