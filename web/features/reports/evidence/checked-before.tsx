import type { FactCheck } from "#contract/evidence.ts";
import { formatUtcDate } from "#contract/format.ts";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { sourceLink } from "#web/ui/source-link.ts";

/** Published fact checks of the same claim, set apart as someone else's word. */
export function CheckedBefore({ checks }: { checks: readonly FactCheck[] }) {
	if (checks.length === 0) return null;
	return (
		<section className="flex max-w-[68ch] flex-col gap-2 border-y border-rule py-3">
			<h4 className="font-semibold">
				Checked before{" "}
				<span className="font-normal text-muted">by others, with no part in our verdict</span>
			</h4>
			<ul className="flex flex-col gap-2.5 text-sm">
				{checks.map((check) => (
					<li key={check.url} className="min-w-0 wrap-anywhere">
						<Check check={check} />
					</li>
				))}
			</ul>
		</section>
	);
}

function Check({ check: { publisher, published_at, rating, url } }: { check: FactCheck }) {
	const link = sourceLink(url);
	return (
		<>
			<p>
				<ForeignText as="strong" className="font-semibold">
					{publisher}
				</ForeignText>
				{/* Any page can name a publisher; only the site is certain. */}
				{link !== null && (
					<>
						{" · "}
						<OutsideLink
							href={link.href}
							rel="nofollow ugc noopener noreferrer"
							className="inline-flex min-h-8 items-center link"
						>
							<span>
								<span className="sr-only">Read it</span> on {link.domain}
							</span>
						</OutsideLink>
					</>
				)}
				<span className="text-muted">
					{" · "}
					{published_at === null ? "no date found" : formatUtcDate(published_at)}
				</span>
			</p>
			<p>
				Its rating:{" "}
				<ForeignText as="q" className="font-serif text-base">
					{rating}
				</ForeignText>
			</p>
		</>
	);
}
