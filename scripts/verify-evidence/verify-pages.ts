import { PAGE_PROBLEM_WORDS } from "#contract/lookup-words.ts";
import type { SourceContext } from "#features/evidence/evidence-source.ts";
import {
	createSourceContext,
	pageReaders,
} from "#features/evidence/open-sources.ts";
import {
	isGone,
	type ReopenOutcome,
	reopenPage,
} from "#features/evidence/reopen-page.ts";
import { type CopyOutcome, reopenCopy } from "#features/evidence/wayback.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import type { Settings } from "#worker/env.ts";
import { createSiteLimiter } from "../site-limiter.ts";
import type { LoadedReport, ReportedPage } from "./load-report.ts";

/** What was found when a report's pages were opened again. */
export type Verified = {
	/** Quotes that are on their pages, and those that are not. */
	found: number;
	missing: number;
	/** Pages about which nothing can be said now. */
	not_opened: number;
};

const AT_ONCE = 4;
/** A quote has at most 400. */
const MAX_SHOWN_CHARS = 500;

/** Opens every page again, the version that was cited if there are several, and prints each. */
export async function verifyPages(
	{ pages, site_host }: LoadedReport,
	settings: Settings,
	print: (line: string) => void,
): Promise<Verified> {
	const trusted = site_host === null ? [] : [site_host];
	const context = (hosts: readonly string[]) =>
		createSourceContext(
			{
				...settings,
				EVIDENCE_TRUSTED_HOSTS: [...settings.EVIDENCE_TRUSTED_HOSTS, ...hosts],
			},
			{ SOURCE_LIMITER: createSiteLimiter(false) },
			createOutboundGate(),
			null,
		);
	const web = context([]);
	const own = context(trusted);
	const verified: Verified = { found: 0, missing: 0, not_opened: 0 };
	const waiting = [...pages];
	const worker = async () => {
		for (let page = waiting.shift(); page; page = waiting.shift()) {
			// Sample pages are on the site itself, which may run on this computer.
			const sample = isSample(page, site_host);
			const outcome = await open(page, settings, sample ? own : web);
			const lines = await describe(page, outcome, settings, web);
			for (const line of lines) print(line);
			if (outcome.ok) {
				const there = outcome.contains.filter(Boolean).length;
				verified.found += there;
				verified.missing += outcome.contains.length - there;
			} else if (isGone(outcome)) verified.missing += page.quotes.length;
			else verified.not_opened += 1;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	print(
		`${verified.found} quotes found, ${verified.missing} not on their pages; ${verified.not_opened} of ${pages.length} pages not opened.`,
	);
	return verified;
}

export function exitCode({ missing, not_opened }: Verified): 0 | 1 | 2 {
	if (missing > 0) return 1;
	return not_opened > 0 ? 2 : 0;
}

function open(
	{ quotes, ...page }: ReportedPage,
	settings: Settings,
	context: SourceContext,
): Promise<ReopenOutcome> {
	const cited = { ...page, quotes: quotes.map(({ quote }) => quote) };
	return reopenPage(pageReaders(settings), cited, "cited", context);
}

function isSample({ final_url }: ReportedPage, host: string | null): boolean {
	const url = URL.canParse(final_url) ? new URL(final_url) : null;
	return url?.host === host && url.pathname.startsWith("/samples/sources/");
}

async function describe(
	page: ReportedPage,
	outcome: ReopenOutcome,
	settings: Settings,
	context: SourceContext,
): Promise<string[]> {
	const { final_url, quotes } = page;
	const { state, text } = summarise(page, outcome);
	const lines = [`${state} ${plain(final_url)}`, `  ${text}`];
	if (state === "NOT OPENED") return lines;
	for (const [at, { quote, archived_url }] of quotes.entries()) {
		const found = outcome.ok && outcome.contains[at] === true;
		lines.push(`  ${found ? "found:" : "NOT FOUND:"} ${plain(quote)}`);
		if (found || archived_url === null || archived_url === final_url) continue;
		const cited = { final_url, quotes: [quote] };
		const copy = await reopenCopy(
			...([settings.ARCHIVE_BASE_URL, archived_url, cited, context] as const),
		);
		lines.push(`    ${describeCopy(copy)}: ${plain(archived_url)}`);
	}
	return lines;
}

function summarise(
	{ fetched_at, content_hash }: ReportedPage,
	outcome: ReopenOutcome,
): { state: string; text: string } {
	const day = fetched_at.slice(0, "2026-01-31".length);
	if (outcome.ok) {
		const now = outcome.content_hash;
		return {
			state: outcome.contains.every(Boolean) ? "FOUND" : "CHANGED",
			text:
				now === content_hash
					? `the same text as on ${day}: ${now}`
					: `another text than on ${day}: ${plain(content_hash)} is now ${now}`,
		};
	}
	const { reason, status } = outcome;
	const code = status === null ? "" : ` (${status})`;
	return isGone(outcome)
		? { state: "GONE", text: `the page is no longer there${code}` }
		: { state: "NOT OPENED", text: `${PAGE_PROBLEM_WORDS[reason]}${code}` };
}

function describeCopy(copy: CopyOutcome): string {
	if (!copy.ok)
		return `The archived copy was not opened (${copy.status ?? copy.reason})`;
	return copy.copy?.contains[0]
		? "The archived copy has it"
		: "The archived copy does not have it";
}

/** In one line, without characters that control a terminal. */
function plain(text: string): string {
	return cutAtWord(visibleText(text), MAX_SHOWN_CHARS);
}
