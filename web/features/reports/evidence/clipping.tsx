import type { Evidence } from "#contract/evidence.ts";
import { PAGE_NOTICE_WORDS } from "#contract/evidence-words.ts";
import { formatUtcDate, inQuotes } from "#contract/format.ts";
import { raterName } from "#contract/providers.ts";
import { isAfterVideo } from "#contract/verdicts.ts";
import type { Video } from "#contract/video.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { PassageSource } from "./found-passages.tsx";
import { FoundMark } from "./lead-quote.tsx";
import { quoteLink } from "./quote-link.ts";

const LINK = "inline-flex min-h-8 items-center link";

/** One quote with its context, and where it is on the page. */
export function Clipping({
	piece,
	among,
	video,
}: {
	piece: Evidence;
	/** The statement's evidence, of which other pages may count as the same source. */
	among: readonly Evidence[];
	video: Video;
}) {
	const { title, before, quote, after } = piece;
	const open = quoteLink(piece.final_url, quote);
	const copy = piece.archived_url === null ? null : quoteLink(piece.archived_url, quote);

	return (
		<li className="flex flex-col gap-2.5 border border-line bg-raised p-4">
			<div>
				<PassageSource passage={piece} />
				{title !== "" && (
					<ForeignText as="p" className="text-sm wrap-anywhere text-muted">
						{title}
					</ForeignText>
				)}
			</div>
			<ForeignText
				as="blockquote"
				className="max-w-[68ch] font-serif whitespace-pre-line text-muted"
			>
				{before !== "" && "… "}
				{before}
				<mark className="bg-line px-0.5 text-ink decoration-clone">{quote}</mark>
				{after}
				{after !== "" && "\u00a0…"}
			</ForeignText>
			{piece.review !== null && (
				<p className="text-sm">
					<ForeignText>{piece.review.publisher}</ForeignText> checked{" "}
					<ForeignText>{inQuotes(piece.review.claim)}</ForeignText> and calls it:{" "}
					<ForeignText as="strong" className="font-semibold">
						{piece.review.rating}
					</ForeignText>
				</p>
			)}
			<p className="text-sm">
				<FoundMark piece={piece} />
			</p>
			<p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
				{open !== null && (
					<OutsideLink
						href={open}
						rel="nofollow noopener noreferrer"
						className={buttonClass("secondary", "min-h-9 text-sm")}
					>
						Open at the quote
					</OutsideLink>
				)}
				{copy !== null && (
					<OutsideLink href={copy} rel="nofollow noopener noreferrer" className={LINK}>
						Archived copy
					</OutsideLink>
				)}
			</p>
			<Facts facts={notesOn(piece, among, video)} className="text-xs text-muted" />
		</li>
	);
}

/** What readers should know of the page and its quote. */
function notesOn(piece: Evidence, among: readonly Evidence[], video: Video): string[] {
	const together = clusterWords(piece, among);
	return [
		...(piece.stance === "repeats"
			? ["Only repeats the claim, so it counts for neither side"]
			: []),
		...(isAfterVideo(piece.published_at, video.published_at) ? ["Published after the video"] : []),
		...(piece.notice === null ? [] : [PAGE_NOTICE_WORDS[piece.notice]]),
		...(piece.by_member ? ["Added by a member, so it never decides alone"] : []),
		...(piece.kind === "social" ? ["Anyone can publish there, so it never decides alone"] : []),
		...(together === null ? [] : [together]),
		...(piece.cited_by.length === 0 ? [] : [`Cited by ${names(piece, video.simulated)}`]),
		`Opened ${formatUtcDate(piece.fetched_at)}`,
		...reopenedNote(piece),
		...(piece.retracted_at === null
			? []
			: [`Found to be retracted ${formatUtcDate(piece.retracted_at)}`]),
	];
}

/** What the last opening of the page found, with its date. */
function reopenedNote(piece: Evidence): string[] {
	const { reopened_at, reopened_hash, content_hash, state, read_differently_at } = piece;
	if (reopened_at === null) return [];
	const found = () => {
		if (read_differently_at !== null)
			return "it has the same words, and this place in it is read differently since";
		// Without a hash, other rules read the page than those by which it was quoted.
		if (reopened_hash === null) return "the quote is still on it";
		return reopened_hash === content_hash
			? "its text is the same"
			: "its text has changed, and the quote is still on it";
	};
	const words = {
		found: found(),
		changed: "its text has changed, and the quote is no longer on it",
		gone: "the page is no longer there",
	}[state];
	return [`Opened again ${formatUtcDate(reopened_at)}: ${words}`];
}

function names({ cited_by }: Evidence, simulated: boolean): string {
	const all = cited_by.map((provider) => raterName(provider, simulated));
	const last = all.pop() ?? "";
	return all.length === 0 ? last : `${all.join(", ")} and ${last}`;
}

/** How many sites, and how many pages of one site, form one source with this piece of evidence. */
function clusterWords(piece: Evidence, evidence: readonly Evidence[]): string | null {
	const together = evidence.filter(({ cluster }) => cluster === piece.cluster);
	const sites = new Set(together.map(({ site }) => site)).size;
	if (sites > 1) return `Same text on ${sites} sites, counted once`;
	const pages = new Set(together.map(({ final_url }) => final_url)).size;
	return pages > 1 ? `${pages} pages of ${piece.site}, counted once` : null;
}
