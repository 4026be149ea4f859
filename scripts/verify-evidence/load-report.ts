import * as z from "zod";
import { readReportPath, reportPath } from "#contract/addresses.ts";
import { Evidence } from "#contract/evidence.ts";
import { readBounded } from "#outbound/bounded-body.ts";
import { createOutboundGate } from "#outbound/gate.ts";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { StartError } from "../server/process.ts";

/** A page that a report cites, with the quotes of it. */
export type ReportedPage = Pick<
	Evidence,
	"final_url" | "fetched_at" | "content_hash"
> & { quotes: { quote: string; archived_url: string | null }[] };

export type LoadedReport = {
	title: string;
	pages: ReportedPage[];
	/** The site's host if its address was given: its own sample pages may be opened. */
	site_host: string | null;
};

/** Of a report or its download, from this version of the site or another. */
const Reported = z.object({
	video: z.object({ id: z.string(), title: z.string() }),
	statements: z.array(
		z.object({
			evidence: z
				.array(
					Evidence.pick({
						...{ final_url: true, fetched_at: true, content_hash: true },
						...{ quote: true, archived_url: true },
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
export async function loadReport(
	from: string,
	readFile: (path: string) => Promise<string>,
): Promise<LoadedReport> {
	const url = /^https?:\/\//i.test(from) ? new URL(from) : null;
	const text = url
		? await fetchReport(url)
		: await readFile(from).catch((error: unknown) => {
				throw new StartError(`${from} cannot be read: ${messageOf(error)}`);
			});
	const parsed = Reported.safeParse(parseJson(text, from));
	if (!parsed.success)
		throw new StartError(
			`${from} is not a report: ${z.prettifyError(parsed.error).slice(0, 500)}`,
		);
	const { video, statements } = parsed.data;
	const pages = new Map<string, ReportedPage>();
	for (const { quote, archived_url, ...piece } of statements.flatMap(
		(statement) => statement.evidence,
	)) {
		const final_url = url
			? new URL(piece.final_url, url.origin).href
			: piece.final_url;
		const key = `${final_url}\n${piece.content_hash}`;
		const page = pages.get(key) ?? { ...piece, final_url, quotes: [] };
		if (!page.quotes.some((it) => it.quote === quote))
			page.quotes.push({ quote, archived_url });
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
	const data = address
		? new URL(`/api/videos/${encodeURIComponent(address.video_id)}`, url)
		: url;
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
