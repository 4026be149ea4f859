import { type ReactNode, useState } from "react";
import useSWR from "swr";
import type { EvidenceRecord } from "#contract/evidence.ts";
import { PAGE_NOTICE_WORDS, SOURCE_NAMES } from "#contract/evidence-words.ts";
import { plural } from "#contract/format.ts";
import { PAGE_PROBLEM_WORDS, QUOTE_PROBLEM_WORDS } from "#contract/lookup-words.ts";
import { raterName } from "#contract/providers.ts";
import type { Statement } from "#contract/statement.ts";
import { isNotCounted } from "#contract/verdicts.ts";
import { problemText } from "#web/api/api-problem.ts";
import { keys } from "#web/api/keys.ts";
import { fetchJson } from "#web/api/request.ts";
import { Button } from "#web/ui/button.tsx";
import { ForeignText } from "#web/ui/foreign-text.tsx";
import { OutsideLink } from "#web/ui/outside-link.tsx";
import { Skeleton } from "#web/ui/view-states.tsx";
import { webAddress } from "./quote-link.ts";

/** The searches and pages without a useful result. Folded, and requested when opened. */
export function LookupRecord({ statement }: { statement: Statement }) {
	const [open, setOpen] = useState(false);
	return (
		<details onToggle={(event) => setOpen(event.currentTarget.open)}>
			<summary className="min-h-8 cursor-pointer py-1 text-sm font-semibold link">
				What was searched, and what was not found
			</summary>
			{open && (
				<div className="flex flex-col gap-5 pt-3">
					<DroppedQuotes statement={statement} />
					<SearchedPages statement={statement} />
				</div>
			)}
		</details>
	);
}

function DroppedQuotes({ statement: { ratings } }: { statement: Statement }) {
	const dropped = ratings.flatMap((rating) =>
		rating.dropped.map((quote) => ({
			...quote,
			by: raterName(rating.provider, rating.status === "simulated"),
		})),
	);
	return (
		<FoldedList
			title="Quotes that failed the check"
			none={
				ratings.some(({ citations }) => citations.length > 0)
					? "Every quote given was found on its page."
					: "No quote was given."
			}
		>
			{dropped.map(({ by, quote, reason, url }) => (
				<li key={`${by} ${quote}`}>
					<ForeignText as="q" className="font-serif">
						{quote}
					</ForeignText>
					<span className="block text-muted">
						{by}: {QUOTE_PROBLEM_WORDS[reason]}
						{url !== null && (
							<>
								{" "}
								(<Address url={url} />)
							</>
						)}
					</span>
				</li>
			))}
		</FoldedList>
	);
}

function SearchedPages({ statement }: { statement: Statement }) {
	const { data, error, mutate } = useSWR<EvidenceRecord, unknown>(
		`${keys.report(statement.video_id)}/evidence`,
		fetchJson,
		{ revalidateOnFocus: false },
	);
	if (data === undefined) {
		return error === undefined ? (
			<Skeleton className="h-24" />
		) : (
			<div role="alert" className="flex flex-col items-start gap-2 text-sm">
				<p className="font-semibold">{problemText(error)}</p>
				<Button className="min-h-9 text-sm" onClick={() => void mutate()}>
					Try Again
				</Button>
			</div>
		);
	}
	const searches = data.searches.filter(({ statement_id }) => statement_id === statement.id);
	const pages = data.pages.filter(({ statement_ids }) => statement_ids.includes(statement.id));
	const unopened = pages.filter(({ reason }) => reason !== null);
	const uncounted = pages.filter(({ notice }) => isNotCounted(notice));
	return (
		<>
			{uncounted.length > 0 && (
				<FoldedList title="Not counted" none="">
					{uncounted.map(({ url, title, notice, by_member }) => (
						<li key={url} className="wrap-anywhere">
							{title !== "" && <ForeignText className="block">{title}</ForeignText>}
							<Address url={url} />
							<span className="block text-muted">
								{notice !== null && `${PAGE_NOTICE_WORDS[notice]}. No verdict rests on it.`}
								{by_member && " Added by a member."}
							</span>
						</li>
					))}
				</FoldedList>
			)}
			<FoldedList
				title="Pages that could not be read"
				none={pages.length === 0 ? "No page was found." : "Every chosen page was opened and read."}
			>
				{unopened.map(({ url, title, reason, http_status, by_member }) => (
					<li key={url} className="wrap-anywhere">
						{title !== "" && <ForeignText className="block">{title}</ForeignText>}
						<Address url={url} />
						<span className="block text-muted">
							{reason !== null && PAGE_PROBLEM_WORDS[reason]}
							{http_status !== null && ` (${http_status})`}
							{by_member && " Added by a member."}
						</span>
					</li>
				))}
			</FoldedList>
			<FoldedList title="What was searched" none="Nothing was searched for this statement.">
				{searches.map(({ source, query, hits, failure }) => (
					<li key={`${source} ${query}`}>
						{SOURCE_NAMES[source]}: <ForeignText as="q">{query}</ForeignText>{" "}
						<span className="text-muted">
							{failure === null
								? plural(hits, "page")
								: failure === "budget"
									? "not asked: the day's paid searches are used up"
									: "did not answer"}
						</span>
					</li>
				))}
			</FoldedList>
		</>
	);
}

function FoldedList({
	title,
	none,
	children,
}: {
	title: string;
	/** Shown if there are no items. */
	none: string;
	children: ReactNode[];
}) {
	return (
		<section className="max-w-[68ch] text-sm">
			<h4 className="eyebrow">{title}</h4>
			{children.length === 0 ? (
				<p className="text-muted">{none}</p>
			) : (
				<ul className="flex flex-col gap-2 pt-1">{children}</ul>
			)}
		</section>
	);
}

/** A page's address, as a link if it is a web address. */
function Address({ url }: { url: string }) {
	const href = webAddress(url);
	return href === null ? (
		url
	) : (
		<OutsideLink href={href} rel="nofollow ugc noopener noreferrer" className="link">
			{url}
		</OutsideLink>
	);
}
