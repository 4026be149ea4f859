import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import * as z from "zod";
import { readReportPath, reportPath } from "#contract/addresses.ts";
import { Evidence } from "#contract/evidence.ts";
import { PAGE_PROBLEM_WORDS } from "#contract/lookup-words.ts";
import { CANONICAL_VERSION } from "#contract/verdicts.ts";
import type { LimiterOf } from "#features/evidence/ask-api.ts";
import type { SourceContext } from "#features/evidence/evidence-source.ts";
import { createSourceContext, pageReaders } from "#features/evidence/open-sources.ts";
import { isGone, type ReopenOutcome, reopenPage } from "#features/evidence/reopen-page.ts";
import { createGrantQueue } from "#features/evidence/source-limit.ts";
import { type CopyOutcome, reopenCopy } from "#features/evidence/wayback.ts";
import { readBounded } from "#outbound/bounded-body.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { parseVariables, type Settings } from "#worker/env.ts";
import { buildIfStale } from "./build.ts";
import { answerHelp } from "./command-line.ts";
import { layout } from "./layout.ts";
import { mergeEnvironment, readEnvFile } from "./server/environment.ts";
import { PDF_SERVICE } from "./server/pdf-reader.ts";
import { isMain, StartError } from "./server/process.ts";

/** Opens the pages of a report again, and looks for its quotes. docs/accuracy.md explains it. */

const USAGE = `npm run verify-evidence -- URL|FILE

  URL   a report on a running site, for example https://example.org/results/dQw4w9WgXcQ
  FILE  a report as a download: JSON from "Export" or /api/videos/{id}/export

Opens every cited page again by the rules of an analysis, and recomputes the hash of its text and
the places of its quotes. Exit code 0: every quote is on its page. 1: a quote is not, because its
page changed or is gone. 2: no quote is missing, but some pages could not be opened, or
are read differently than by the version that quoted them. 3: there is no
report to verify.`;

const NOTHING_VERIFIED = 3;

/** A page that a report cites, with the quotes of it. */
type ReportedPage = Pick<
	Evidence,
	"final_url" | "fetched_at" | "content_hash" | "canonical_version"
> & { quotes: { quote: string; archived_url: string | null }[] };

type LoadedReport = {
	title: string;
	pages: ReportedPage[];
	/** The site's host if its address was given: its own sample pages may be opened. */
	site_host: string | null;
};

/** Of a report or its download, from this version of the site or an earlier one. */
const Reported = z.object({
	video: z.object({ id: z.string(), title: z.string() }),
	statements: z.array(
		z.object({
			evidence: z
				.array(
					Evidence.pick({
						final_url: true,
						fetched_at: true,
						content_hash: true,
						quote: true,
						archived_url: true,
					}).extend({
						canonical_version: z
							.int()
							.min(2, "its hashes are of an older canonical text than this program knows")
							.max(
								CANONICAL_VERSION,
								`its hashes are not of canonical text ${CANONICAL_VERSION} or an earlier one`,
							),
					}),
				)
				.default([]),
		}),
	),
});

/** Larger than a report of the longest video. */
const MAX_BYTES = 32 * 1_024 * 1_024;
const TIMEOUT_MS = 30_000;

/** Reads a report from a site or a file. Throws StartError if there is none. */
export async function loadReport(from: string): Promise<LoadedReport> {
	const url = /^https?:\/\//i.test(from) ? new URL(from) : null;
	const text = url
		? await fetchReport(url)
		: await readFile(from, "utf8").catch((error: unknown) => {
				throw new StartError(`${from} cannot be read: ${messageOf(error)}`);
			});
	const parsed = Reported.safeParse(parseJson(text, from));
	if (!parsed.success)
		throw new StartError(`${from} is not a report: ${z.prettifyError(parsed.error).slice(0, 500)}`);
	const { video, statements } = parsed.data;
	const pages = new Map<string, ReportedPage>();
	for (const { quote, archived_url, ...piece } of statements.flatMap(
		(statement) => statement.evidence,
	)) {
		const final_url = url ? new URL(piece.final_url, url.origin).href : piece.final_url;
		const key = `${final_url}\n${piece.content_hash}`;
		const page = pages.get(key) ?? { ...piece, final_url, quotes: [] };
		if (!page.quotes.some((it) => it.quote === quote)) page.quotes.push({ quote, archived_url });
		pages.set(key, page);
	}
	return {
		title: `${video.title || video.id} (${reportPath(video.id)})`,
		pages: [...pages.values()],
		site_host: url?.host ?? null,
	};
}

/** The address of a report's page, of a statement in it, or of its data. */
async function fetchReport(url: URL): Promise<string> {
	const address = readReportPath(url.pathname.replace(/\/$/, ""));
	const data = address ? new URL(`/api/videos/${encodeURIComponent(address.video_id)}`, url) : url;
	try {
		const fetch = createOutboundGate();
		const headers = { accept: "application/json" };
		const bounds = { timeout_ms: TIMEOUT_MS, max_bytes: MAX_BYTES };
		const response = await fetch(data.href, { headers }, bounds);
		const text = await readBounded(response);
		if (response.ok) return text;
		throw new StartError(`${data.href} answered ${response.status}.`);
	} catch (error) {
		if (error instanceof StartError) throw error;
		throw new StartError(`${data.href} was not read: ${messageOf(error)}`);
	}
}

function parseJson(text: string, from: string): unknown {
	try {
		return parseUntrustedJson(text);
	} catch {
		throw new StartError(`${from} is not a report: it is not JSON.`);
	}
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** What was found when a report's pages were opened again. */
type Verified = {
	/** Quotes that are on their pages, and those that are not. */
	found: number;
	missing: number;
	/** Quotes whose words are on their pages, and are read differently by today's rules. */
	differently: number;
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
			{ ...settings, EVIDENCE_TRUSTED_HOSTS: [...settings.EVIDENCE_TRUSTED_HOSTS, ...hosts] },
			createSiteLimiter(false),
			{ PDF_READER: PDF_SERVICE },
			createOutboundGate(),
			null,
		);
	const web = context([]);
	const own = context(trusted);
	const verified: Verified = { found: 0, missing: 0, differently: 0, not_opened: 0 };
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
				const differently = outcome.as_before.filter(Boolean).length;
				verified.found += there;
				verified.differently += differently;
				verified.missing += outcome.contains.length - there - differently;
			} else if (isGone(outcome)) verified.missing += page.quotes.length;
			else verified.not_opened += 1;
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, worker));
	print(
		`${verified.found} quotes found, ${verified.differently} read differently, ${verified.missing} not on their pages; ${verified.not_opened} of ${pages.length} pages not opened.`,
	);
	return verified;
}

export function exitCode({ missing, differently, not_opened }: Verified): 0 | 1 | 2 {
	if (missing > 0) return 1;
	return not_opened + differently > 0 ? 2 : 0;
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
		const as_before = outcome.ok && outcome.as_before[at] === true;
		const mark = found ? "found:" : as_before ? "READ DIFFERENTLY:" : "NOT FOUND:";
		lines.push(`  ${mark} ${plain(quote)}`);
		if (found || as_before || archived_url === null || archived_url === final_url) continue;
		const cited = { final_url, quotes: [quote] };
		const copy = await reopenCopy(settings.ARCHIVE_BASE_URL, archived_url, cited, context);
		lines.push(`    ${describeCopy(copy)}: ${plain(archived_url)}`);
	}
	return lines;
}

function summarise(
	{ fetched_at, content_hash, canonical_version }: ReportedPage,
	outcome: ReopenOutcome,
): { state: string; text: string } {
	const day = fetched_at.slice(0, "2026-01-31".length);
	if (outcome.ok) {
		const now = outcome.content_hash;
		const state = stateOf(outcome);
		if (canonical_version !== CANONICAL_VERSION)
			return {
				state,
				text: `read on ${day} by version ${canonical_version} of the rules, now by version ${CANONICAL_VERSION}: the hashes are not compared`,
			};
		return {
			state,
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

function stateOf({ contains, as_before }: Extract<ReopenOutcome, { ok: true }>): string {
	if (contains.every(Boolean)) return "FOUND";
	return contains.every((it, at) => it || as_before[at]) ? "READ DIFFERENTLY" : "CHANGED";
}

function describeCopy(copy: CopyOutcome): string {
	if (!copy.ok) return `The archived copy was not opened (${copy.status ?? copy.reason})`;
	return copy.copy?.contains[0] ? "The archived copy has it" : "The archived copy does not have it";
}

/** In one line, without characters that control a terminal. */
function plain(text: string): string {
	return cutAtWord(visibleText(text), MAX_SHOWN_CHARS);
}

/**
 * One queue for each source in this process, in place of the site's object. `unlimited`: recorded
 * answers need not be waited for.
 */
export function createSiteLimiter(unlimited: boolean): LimiterOf {
	const queues = new Map<string, ReturnType<typeof createGrantQueue>>();
	return (service) => {
		const queue = queues.get(service) ?? createGrantQueue();
		queues.set(service, queue);
		return {
			take: async (request) => (unlimited ? 0 : queue.take(request)),
			giveBack: async (lease) => queue.giveBack(lease),
			pause: async (ms) => queue.pause(ms),
		};
	};
}

async function main(): Promise<void> {
	try {
		answerHelp(USAGE);
		const [from, ...others] = parseArgs({ allowPositionals: true }).positionals;
		if (from === undefined || others.length > 0) throw new StartError(USAGE);
		await verify(from);
	} catch (error) {
		const known = error instanceof StartError || (error instanceof TypeError && "code" in error);
		console.error(known ? error.message : error);
		process.exitCode = NOTHING_VERIFIED;
	}
}

async function verify(from: string): Promise<void> {
	const env = mergeEnvironment(readEnvFile(layout.envFile), process.env);
	const parsed = parseVariables(env);
	if (!parsed.ok)
		throw new StartError(parsed.errors.map((it) => `${it.variable}: ${it.message}`).join("\n"));
	const report = await loadReport(from);
	await buildIfStale(["pdf_reader"]);
	console.log(report.title);
	const verified = await verifyPages(report, parsed.settings, console.log);
	process.exitCode = exitCode(verified);
}

if (isMain(import.meta.url)) await main();
