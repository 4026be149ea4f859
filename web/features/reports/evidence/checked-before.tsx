import type { FactCheck } from "#contract/evidence.ts";
import { formatDay } from "#web/ui/format.ts";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { sourceLink } from "#web/ui/source-link.ts";

/** Published fact checks of the same claim, set apart as someone else's word. */
export function CheckedBefore({ checks }: { checks: readonly FactCheck[] }) {
	if (checks.length === 0) return null;
	return (
		<section className="flex max-w-[68ch] flex-col gap-2 border-y border-rule py-3">
			<h3 className="font-semibold">
				Checked before{" "}
				<span className="font-normal text-muted">by others, with no part in our verdict</span>
			</h3>
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
				<bdi>
					<strong className="font-semibold">{publisher}</strong>
				</bdi>
				<span className="text-muted">
					{" · "}
					{published_at === null ? "no date found" : formatDay(published_at)}
				</span>
			</p>
			<p>
				Its rating:{" "}
				<q dir="auto" className="font-serif text-base">
					{rating}
				</q>
			</p>
			{link !== null && (
				<p>
					<OutsideLink
						href={link.href}
						rel="nofollow ugc noopener noreferrer"
						className="inline-flex min-h-8 items-center link"
					>
						Read it on {link.domain}
					</OutsideLink>
				</p>
			)}
		</>
	);
}
