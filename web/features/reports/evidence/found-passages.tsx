import { PAGE_KIND_WORDS } from "#contract/evidence-words.ts";
import { formatUtcDate, plural } from "#contract/format.ts";
import type { Statement } from "#contract/statement.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { quoteLink } from "./quote-link.ts";

type Passage = Statement["passages"][number];

/** What the sources say on a statement that no model has rated. */
export function FoundPassages({ passages }: { passages: readonly Passage[] }) {
	if (passages.length === 0) return null;
	return (
		<section className="flex flex-col gap-3">
			<h4 className="font-semibold">
				What the sources say{" "}
				<span className="font-normal text-muted">{plural(passages.length, "passage")}</span>
			</h4>
			<ul className="flex flex-col gap-4">
				{passages.map((passage) => (
					<PassageClipping key={`${passage.url} ${passage.text}`} passage={passage} />
				))}
			</ul>
		</section>
	);
}

function PassageClipping({ passage }: { passage: Passage }) {
	const open = quoteLink(passage.url, passage.text);
	return (
		<li className="flex flex-col gap-2.5 border border-line bg-raised p-4">
			<div>
				<PassageSource passage={passage} />
				{passage.title !== "" && (
					<ForeignText as="p" className="text-sm wrap-anywhere text-muted">
						{passage.title}
					</ForeignText>
				)}
			</div>
			<ForeignText
				as="blockquote"
				className="max-w-[68ch] font-serif wrap-anywhere whitespace-pre-line"
			>
				{passage.text}
			</ForeignText>
			{open !== null && (
				<p className="text-sm">
					<OutsideLink
						href={open}
						rel="nofollow noopener noreferrer"
						className={buttonClass("secondary", "min-h-9 text-sm")}
					>
						Open at the passage
					</OutsideLink>
				</p>
			)}
		</li>
	);
}

/** The site, the day and the kind of a passage's page. */
export function PassageSource({
	passage,
}: {
	passage: Pick<Passage, "site" | "published_at" | "kind">;
}) {
	const { site, published_at, kind } = passage;
	return (
		<p className="flex flex-wrap items-baseline gap-x-2 text-sm">
			<strong className="font-semibold">{site}</strong>
			<span className="text-muted">
				{published_at === null ? "no date found" : formatUtcDate(published_at)}
				{" · "}
				{PAGE_KIND_WORDS[kind]}
			</span>
		</p>
	);
}
