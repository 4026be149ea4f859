import type { Dispute } from "#contract/disputes.ts";
import { formatUtcDate } from "#contract/format.ts";
import { ratedWords } from "#contract/verdict-words.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { sourceLink } from "#web/ui/source-link.ts";

/** Disputes of a rating, each with its page and what became of it. */
export function DisputeList({ disputes }: { disputes: readonly Dispute[] }) {
	return (
		<ul aria-label="Disputes" className="flex max-w-[68ch] flex-col gap-1 text-sm">
			{disputes.map((dispute) => (
				<li key={dispute.id} className="note px-3 py-1.5">
					<p>
						Disputed on {formatUtcDate(dispute.created_at)}
						<PageOf url={dispute.url} />. <strong>{outcomeWords(dispute)}</strong>
					</p>
					{dispute.comment !== null && (
						<ForeignText as="p" className="text-muted [overflow-wrap:anywhere]">
							{dispute.comment}
						</ForeignText>
					)}
				</li>
			))}
		</ul>
	);
}

function PageOf({ url }: { url: string | null }) {
	const link = url === null ? null : sourceLink(url);
	if (url === null) return null;
	if (link === null) return <> with a page</>;
	return (
		<>
			{" with "}
			<OutsideLink href={link.href} rel="nofollow ugc noopener noreferrer">
				a page of {link.domain}
			</OutsideLink>
		</>
	);
}

function outcomeWords({ outcome, before, after }: Dispute): string {
	if (outcome === "open") return "It is being checked again, or will be within a day.";
	if (outcome === "not_checked") return "It could not be checked again within a day.";
	const moved = after !== null && after.verdict !== before.verdict;
	const checked =
		after === null
			? ""
			: moved
				? `Checked again: ${ratedWords(before)} → ${ratedWords(after)}.`
				: `Checked again: the verdict stays ${ratedWords(after)}.`;
	return outcome === "hidden" ? `The site's team hides what was sent. ${checked}`.trim() : checked;
}
