import type { Evidence } from "#contract/evidence.ts";
import { quoteWords } from "#contract/evidence-words.ts";
import { useDates } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";

/** A leading quote in two lines, with its source. */
export function LeadQuote({
	piece: { site, published_at, quote },
	side,
}: {
	piece: Evidence;
	/** The quote's side, given if quotes of both sides are shown. */
	side: string | undefined;
}) {
	const { day } = useDates();
	return (
		<p className="line-clamp-2 sm:line-clamp-3">
			{side && <span className="text-muted">{side}: </span>}
			<strong className="font-semibold">{site}</strong>
			{published_at !== null && `, ${day(published_at)}`}:{" "}
			<q className="font-serif sm:text-base">{quoteWords(quote)}</q>
		</p>
	);
}

const STATES: Record<Evidence["state"], string> = {
	found: "found on the page",
	changed: "the page has since changed",
	gone: "the page is no longer there",
};

/** Shows whether the quote was found on the page. */
export function FoundMark({ state }: Pick<Evidence, "state">) {
	return (
		<span className="inline-flex items-center gap-1 whitespace-nowrap">
			<Icon name={state === "found" ? "check" : "warning"} />
			{STATES[state]}
		</span>
	);
}
