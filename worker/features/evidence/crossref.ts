import { createHash } from "node:crypto";
import * as z from "zod";
import { gravestNotice, PAGE_NOTICES, type PageNotice } from "#contract/verdicts.ts";
import type { EdgeCache } from "#http/edge-cache.ts";
import { PAGE_TIMEOUT_MS, type TimeBudget } from "#outbound/open-page.ts";
import { visibleText } from "#text/clean.ts";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { DAY_MS, MINUTE_MS } from "#worker/durations.ts";
import { log } from "#worker/log.ts";
import { ApiLimited, type ApiOutcome, addressWith, askJsonApi, sourceTime } from "./ask-api.ts";
import type { Crossref, SourceContext } from "./evidence-source.ts";
import { readDoi } from "./paper-doi.ts";
import { retractionSign } from "./retraction-signs.ts";

/**
 * The register of papers, which knows retractions from their publishers and from Retraction Watch:
 * https://www.crossref.org/documentation/retrieve-metadata/rest-api/
 */

const Update = z.object({
	/** Of the notice, or for `update-to` of the paper that it updates. */
	DOI: z.string().catch(""),
	type: z.string(),
	updated: z.object({ "date-time": z.string() }).nullable().catch(null),
});
type Update = z.infer<typeof Update>;

const Updates = z
	.array(z.unknown())
	.catch([])
	.transform((list) =>
		list.slice(0, MAX_UPDATES).flatMap((it) => {
			const update = Update.safeParse(it);
			return update.success ? [update.data] : [];
		}),
	);
const MAX_UPDATES = 100;

const Answer = z.object({
	message: z.object({
		DOI: z.string(),
		title: z.array(z.string()).catch([]),
		subtype: z.string().catch(""),
		"updated-by": Updates,
		"update-to": Updates,
		relation: z.record(z.string(), z.unknown()).catch({}),
	}),
});

const RETRACTING: ReadonlySet<string> = new Set([
	"retraction",
	"partial_retraction",
	"removal",
	"withdrawal",
]);
const CORRECTING: ReadonlySet<string> = new Set(["correction", "corrigendum", "erratum"]);

/** What the register's record of a paper says of it; null if it says nothing. */
export function noticeInRecord(record: unknown): PageNotice | null {
	const { message } = Answer.parse(record);
	const own = readDoi(message.DOI);
	// A publisher that changes the paper itself says so in the paper's own record.
	const updates = [
		...message["updated-by"],
		...message["update-to"].filter(({ DOI }) => readDoi(DOI) === own),
	];
	const of_others = message["update-to"].filter(({ DOI }) => readDoi(DOI) !== own);
	const types = updates.map(({ type }) => type);
	const is_final = "is-preprint-of" in message.relation;
	return gravestNotice([
		isRetracted(updates) ? "retracted" : null,
		of_others.some(({ type }) => RETRACTING.has(type)) ? "retraction_notice" : null,
		types.includes("expression_of_concern") ? "expression_of_concern" : null,
		types.some((type) => CORRECTING.has(type)) ? "corrected" : null,
		message.subtype === "preprint" ? (is_final ? "preprint_published" : "preprint") : null,
		...message.title.slice(0, 3).map((title) => retractionSign(visibleText(title.slice(0, 300)))),
	]);
}

/** Whether a retraction is the last word. */
function isRetracted(updates: readonly Update[]): boolean {
	const lastOf = (isMeant: (type: string) => boolean) =>
		updates
			.filter(({ type }) => isMeant(type))
			.map(({ updated }) => updated?.["date-time"] ?? "")
			.sort()
			.at(-1);
	const retracted = lastOf((type) => RETRACTING.has(type));
	const reinstated = lastOf((type) => type === "reinstatement");
	return retracted !== undefined && (reinstated === undefined || reinstated < retracted);
}

/** After a failure the register is left alone, so that it does not take the time of every page. */
const FAILED_PAUSE_MS = MINUTE_MS;

/**
 * Asks the register about a paper, once in 30 days, within the page's own time. null if it knows
 * nothing, or is not asked, or fails: a failure costs nothing. Never rejects.
 */
export async function findRegisteredNotice(
	doi: string | undefined,
	context: SourceContext,
): Promise<PageNotice | null> {
	return (await askRegister(doi, context))?.notice ?? null;
}

/**
 * The same, but null only without an answer, which takes back nothing that is known. `afresh` asks
 * in any case.
 */
export async function askRegister(
	doi: string | undefined,
	context: SourceContext,
	{ afresh = false } = {},
): Promise<{ notice: PageNotice | null } | null> {
	const { crossref, permit } = context;
	if (doi === undefined || !crossref) return { notice: null };
	const known = afresh ? null : await crossref.read(doi);
	if (known) return known;
	const inTime = context.page_time ?? sourceTime(context);
	const asked = permit("crossref", async () => {
		// Another page of the paper may have waited before this one.
		const answer = afresh ? null : await crossref.read(doi);
		return answer ?? (await askRecord(doi, crossref, context, inTime));
	}).catch(() => null);
	return withinTime(asked, PAGE_TIMEOUT_MS);
}

/** Throws ApiLimited if the register fails. */
async function askRecord(
	doi: string,
	crossref: Crossref,
	context: SourceContext,
	inTime: TimeBudget,
): Promise<{ notice: PageNotice | null } | null> {
	const path = doi.split("/").map(encodeURIComponent).join("/");
	const email = context.contact_email;
	const url = addressWith(`${crossref.base_url}/works/${path}`, email ? { mailto: email } : {});
	const granted: SourceContext = { ...context, permit: (_, call) => call() };
	const since = context.now();
	const outcome = await askJsonApi("crossref", { url }, z.unknown(), granted, inTime);
	if (!outcome.ok && outcome.status !== 404) {
		const { reason, status } = outcome;
		log("register of papers gave no answer", { reason, status });
		if (isDown(outcome, context.now() - since)) throw new ApiLimited(FAILED_PAUSE_MS);
		return null;
	}
	try {
		// Papers that other registers keep are not found.
		const answer = { notice: outcome.ok ? noticeInRecord(outcome.answer) : null };
		await crossref.write(doi, answer);
		return answer;
	} catch (error) {
		log("record of a paper not read", { error });
		return null;
	}
}

type ApiFailure = Extract<ApiOutcome<unknown>, { ok: false }>;

/** Whether the failure is the register's, so that the next paper would fail as well. */
function isDown({ reason, status }: ApiFailure, answer_ms: number): boolean {
	// The page may have left it no time.
	if (reason === "timeout") return answer_ms >= PATIENCE_MS;
	return reason === "unreachable" || reason === "limited" || (status !== null && status >= 500);
}
const PATIENCE_MS = 2_000;

/** The answer, or null if the wait for it takes too long. */
async function withinTime<T>(asked: Promise<T>, ms: number): Promise<T | null> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const late = new Promise<null>((resolve) => {
		timer = setTimeout(() => resolve(null), ms);
	});
	try {
		return await Promise.race([asked, late]);
	} finally {
		clearTimeout(timer);
	}
}

const KEPT_S = (30 * DAY_MS) / 1_000;
const Kept = z.object({ notice: z.enum(PAGE_NOTICES).nullable() });

/** The register at an address, with its answers in the platform's cache, which may drop any of them. */
export function createCrossref(
	base_url: string,
	cache: () => Pick<EdgeCache, "match" | "put">,
): Crossref {
	const keyOf = (doi: string) => {
		const name = createHash("sha256").update(JSON.stringify([base_url, doi]));
		return `https://kept-notices.invalid/${name.digest("hex")}`;
	};
	return {
		base_url,
		async read(doi) {
			try {
				const found = await cache().match(keyOf(doi));
				return found ? Kept.parse(parseUntrustedJson(await found.text())) : null;
			} catch (error) {
				log("kept notice not read", { error });
				return null;
			}
		},
		async write(doi, answer) {
			try {
				const headers = { "cache-control": `public, max-age=${KEPT_S}` };
				await cache().put(keyOf(doi), new Response(JSON.stringify(answer), { headers }));
			} catch (error) {
				log("notice not kept", { error });
			}
		},
	};
}
