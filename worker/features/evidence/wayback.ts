import * as z from "zod";
import { isSubdomainOf } from "#outbound/addresses.ts";
import { createTimeBudget, type TimeBudget } from "#outbound/open-page.ts";
import { parseUrl } from "#text/parse-url.ts";
import { type ApiOutcome, addressWith, askJsonApi, openByApi } from "./ask-api.ts";
import type { SourceContext } from "./evidence-source.ts";
import { isOnPage } from "./quote-check.ts";
import { readPage } from "./read-page.ts";
import type { CitedPage } from "./reopen-page.ts";

/** The copy nearest to the time at which the page was read; null if there is none. */
export type FoundCopy = {
	url: string;
	/** For each quote, whether the copy contains it. */
	contains: boolean[];
};

export type CopyOutcome =
	| { ok: true; copy: FoundCopy | null }
	| { ok: false; reason: string; status: number | null };

/**
 * https://archive.org/help/wayback_api.php. Without a copy `closest` is absent or null; numbers are
 * written as numbers or as strings.
 */
const Availability = z.object({
	archived_snapshots: z
		.object({
			closest: z
				.object({
					available: z.union([z.boolean(), z.literal("true"), z.literal("false")]),
					url: z.string(),
					status: z.coerce.string(),
				})
				.nullish(),
		})
		.nullish(),
});
type Closest = { url: string; status: string };

/**
 * The archive is slow, and nothing waits for it. Less than the time after which a limiter takes a
 * request for lost.
 */
const ARCHIVE_TIMEOUT_MS = 12_000;
const SNAPSHOT = /^\/web\/(\d{14})(?:id_)?\//;

/**
 * Opens the copy of a page in the Wayback Machine, and looks for the quotes in it. Never rejects.
 */
export async function findCopy(
	base_url: string,
	{ final_url, fetched_at, quotes }: Omit<CitedPage, "canonical_version">,
	context: SourceContext,
): Promise<CopyOutcome> {
	const inTime = createTimeBudget(ARCHIVE_TIMEOUT_MS, context.now);
	const base = new URL(base_url);
	const timestamp = fetched_at.replace(/\D/g, "").slice(0, 14);
	const ask = async (address: string): Promise<ApiOutcome<Closest | null>> => {
		const url = addressWith(`${base_url}/wayback/available`, { url: address, timestamp });
		const known = await askJsonApi("archive", { url }, Availability, context, inTime);
		if (!known.ok) return known;
		const closest = known.answer.archived_snapshots?.closest;
		return { ok: true, answer: String(closest?.available) === "true" ? (closest ?? null) : null };
	};
	let known = await ask(final_url);
	// The API often knows no copy of an https address that it knows by host and path.
	if (known.ok && known.answer === null && final_url.startsWith("https://"))
		known = await ask(final_url.slice("https://".length));
	if (!known.ok) return known;
	const closest = known.answer;
	if (closest?.status !== "200") return { ok: true, copy: null };
	const snapshot = readSnapshot(closest.url, base);
	if (snapshot === null) return { ok: false, reason: "bad_answer", status: null };
	return openCapture({ ...snapshot, base }, { final_url, quotes }, context, inTime);
}

/** Opens a copy by its address, and looks for the quotes in it. Never rejects. */
export async function reopenCopy(
	base_url: string,
	archived_url: string,
	{ final_url, quotes }: Pick<CitedPage, "final_url" | "quotes">,
	context: SourceContext,
): Promise<CopyOutcome> {
	const base = new URL(base_url);
	const snapshot = readSnapshot(archived_url, base);
	if (snapshot === null) return { ok: false, reason: "bad_address", status: null };
	const inTime = createTimeBudget(ARCHIVE_TIMEOUT_MS, context.now);
	return openCapture({ ...snapshot, base }, { final_url, quotes }, context, inTime);
}

async function openCapture(
	{ origin, timestamp, base }: Snapshot & { base: URL },
	{ final_url, quotes }: Pick<CitedPage, "final_url" | "quotes">,
	context: SourceContext,
	inTime: TimeBudget,
): Promise<CopyOutcome> {
	// "id_" returns the page as it was captured, without the archive's own bar and links.
	const opened = await openByApi(
		"archive",
		`${origin}/web/${timestamp}id_/${final_url}`,
		{ ...context, trusted_api_host: base.host },
		inTime,
	);
	if (!opened.ok) return opened;
	// It redirects if another capture of the page is meant.
	const read_from = readSnapshot(opened.page.final_url, base);
	if (read_from === null) return { ok: false, reason: "redirects", status: null };
	const today = new Date(context.now()).toISOString().slice(0, 10);
	const read = await readPage(opened.page, today, context.readPdf);
	if (!read.ok) return { ok: true, copy: null };
	return {
		ok: true,
		copy: {
			url: `${origin}/web/${read_from.timestamp}/${final_url}`,
			contains: quotes.map((quote) => isOnPage(quote, read.text, read.borders)),
		},
	};
}

type Snapshot = { origin: string; timestamp: string };

/** The host and the time of a capture; null if the address is not one of the archive's. */
function readSnapshot(text: string, base: URL): Snapshot | null {
	const url = parseUrl(text);
	const timestamp = SNAPSHOT.exec(url?.pathname ?? "")?.[1];
	if (!url || !timestamp) return null;
	const own =
		url.host === base.host || (url.port === "" && isSubdomainOf(url.hostname, [base.hostname]));
	// The archive answers with http addresses.
	return own ? { origin: `${base.protocol}//${url.host}`, timestamp } : null;
}
