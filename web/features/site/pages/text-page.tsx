import { type ReactNode, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { SOURCE_NAMES } from "#contract/evidence-words.ts";
import { DEMO_WORDS } from "#contract/texts.ts";
import type { SourceId } from "#contract/verdicts.ts";
import { useHealth } from "#web/api/use-site.ts";
import { PageHeading } from "#web/ui/page-heading.tsx";

export type TextSection = { id: string; title: string; body: ReactNode };

/** A page of text with headings and a table of contents. */
export function TextPage({
	title,
	lead,
	sections,
}: {
	title: string;
	/** The page's subject, in a sentence or two. */
	lead: ReactNode;
	sections: TextSection[];
}) {
	useSectionInAddress();
	return (
		<div className="page-width flex flex-col gap-8 py-8 sm:py-14">
			<div className="flex flex-col gap-4">
				<PageHeading>{title}</PageHeading>
				<div className="prose-text text-lg text-muted">{lead}</div>
			</div>
			<div className="grid items-start gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_13rem]">
				<Contents sections={sections} />
				<div className="flex min-w-0 flex-col gap-10">
					{sections.map(({ id, title: heading, body }) => (
						<section
							key={id}
							aria-labelledby={id}
							className="grid gap-x-8 gap-y-3 border-t border-rule pt-4 xl:grid-cols-[12rem_minmax(0,1fr)]"
						>
							<h2
								id={id}
								tabIndex={-1}
								className="font-serif text-lg font-semibold focus:outline-none sm:text-xl xl:text-lg"
							>
								{heading}
							</h2>
							<div className="prose-text">{body}</div>
						</section>
					))}
				</div>
			</div>
		</div>
	);
}

function Contents({ sections }: { sections: TextSection[] }) {
	return (
		<nav
			aria-label="On this page"
			className="border-t-2 border-ink pt-3 lg:sticky lg:top-24 lg:order-last"
		>
			<ul className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
				{sections.map(({ id, title }) => (
					<li key={id}>
						<a
							href={`#${id}`}
							className="flex min-h-9 items-center text-sm underline decoration-transparent underline-offset-4 hover:decoration-ink"
						>
							{title}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}

/**
 * Scrolls to the section in the address, because the browser looked for it before the page was
 * rendered.
 */
function useSectionInAddress(): void {
	const { hash } = useLocation();
	useEffect(() => {
		if (hash === "") return;
		const heading = document.getElementById(hash.slice(1));
		heading?.scrollIntoView();
		heading?.focus({ preventScroll: true });
	}, [hash]);
}

/** Says on a page about AI models and sources that this site has neither. */
export function DemoNote() {
	const health = useHealth();
	if (health?.mode !== "demo") return null;
	return (
		<p className="max-w-[68ch] note px-4 py-3">
			{DEMO_WORDS} This page describes a site with AI models.
		</p>
	);
}

const IN_SENTENCE: Partial<Record<SourceId, string>> = {
	pubmed: `${SOURCE_NAMES.pubmed} (for health and science)`,
	samples: "sample pages",
};

/** The sources that this site searches, in a sentence. */
export function SourceNames() {
	const sources = useHealth()?.evidence_sources ?? [];
	return listed(sources.map((source) => IN_SENTENCE[source] ?? SOURCE_NAMES[source]));
}

/** "One", "one and two", "one, two and three". */
export function listed(names: string[]): string {
	const last = names.at(-1) ?? "";
	return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
