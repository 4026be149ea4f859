import type { Evidence } from "#contract/evidence.ts";
import { useDates } from "#web/ui/format.ts";
import { Icon } from "#web/ui/icon.tsx";

/** A quote that a verdict rests on, in two lines, and where it stands. */
export function LeadQuote({
	piece: { site, published_at, quote },
	side,
}: {
	piece: Evidence;
	/** Named if there is another one. */
	side: string | undefined;
}) {
	const { day } = useDates();
	return (
		<p className="line-clamp-2 sm:line-clamp-3">
			{side && <span className="text-muted">{side}: </span>}
			<strong className="font-semibold">{site}</strong>
			{published_at !== null && `, ${day(published_at)}`}:{" "}
			<q className="font-serif sm:text-base">{quote}</q>
		</p>
	);
}

const STATES: Record<Evidence["state"], string> = {
	found: "found on the page",
	changed: "the page has changed since",
	gone: "the page has gone since",
};

/** Whether the quote is on the page, as code found it. */
export function FoundMark({ state }: Pick<Evidence, "state">) {
	return (
		<span className="inline-flex items-center gap-1 whitespace-nowrap">
			<Icon name={state === "found" ? "check" : "warning"} />
			{STATES[state]}
		</span>
	);
}
