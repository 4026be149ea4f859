import { createHash } from "node:crypto";
import * as z from "zod";
import { Evidence } from "#contract/evidence.ts";
import { CANONICAL_VERSION } from "#contract/verdicts.ts";
import type { EdgeCache } from "#http/edge-cache.ts";
import { parseUntrustedJson } from "#text/untrusted-json.ts";
import { DAY_MS } from "#worker/durations.ts";
import { log } from "#worker/log.ts";
import type { Hit, KeptPage, KeptPages } from "./evidence-source.ts";

/** How long a page is used without asking its site whether it changed. */
const FRESH_MS = 7 * DAY_MS;
/** News pages are corrected within hours. */
const FRESH_NEWS_MS = DAY_MS;
/** After this, the page is fetched as if it had never been read. */
const KEPT_S = (30 * DAY_MS) / 1_000;

/** Whether the page may be used without asking its site. */
export function isFresh({ facts, fetched_at }: KeptPage, now: number): boolean {
	const fresh_ms = facts.kind === "news" ? FRESH_NEWS_MS : FRESH_MS;
	const age_ms = now - Date.parse(fetched_at);
	// A clock set back must not make a page fresh for ever.
	return age_ms >= 0 && age_ms < fresh_ms;
}

const Stored = z.object({
	facts: Evidence.pick({
		final_url: true,
		title: true,
		site: true,
		kind: true,
		published_at: true,
		published_by: true,
		content_hash: true,
	}).extend({ language: z.string().nullable() }),
	text: z.string(),
	fetched_at: z.string(),
	validators: z
		.object({
			url: z.string(),
			etag: z.string().nullable(),
			last_modified: z.string().nullable(),
		})
		.nullable(),
});

/** Keeps pages in the platform's cache, which may drop any of them; they are then fetched again. */
export function createKeptPages(
	cache: () => Pick<EdgeCache, "match" | "put">,
	/** The settings that decide which pages may be read. Pages kept under other settings are not found. */
	rules: readonly string[],
): KeptPages {
	const keyOf = ({ source, url, as_of }: Hit): string => {
		const parts = [CANONICAL_VERSION, ...rules, readerOf(source), url, as_of];
		const name = createHash("sha256").update(JSON.stringify(parts));
		return `https://kept-pages.invalid/${name.digest("hex")}`;
	};
	return {
		async read(hit) {
			try {
				const found = await cache().match(keyOf(hit));
				if (!found) return null;
				return Stored.parse(parseUntrustedJson(await found.text()));
			} catch (error) {
				log("kept page not read", { error });
				return null;
			}
		},
		async write(hit, page) {
			try {
				const headers = { "cache-control": `public, max-age=${KEPT_S}` };
				const copy = new Response(JSON.stringify(page), { headers });
				await cache().put(keyOf(hit), copy);
			} catch (error) {
				log("page not kept", { error });
			}
		},
	};
}

/** Web pages are read in the same way for every source that found them. */
function readerOf(source: Hit["source"]): string {
	return source === "wikipedia" || source === "pubmed" ? source : "web";
}
