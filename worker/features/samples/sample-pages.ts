import { Hono } from "hono";
import type { AppEnv } from "#http/app-env.ts";
import { foldText } from "#text/fold.ts";
import { PAGES_OF_ANIMALS } from "./pages-of-animals.ts";
import { PAGES_OF_NATURE } from "./pages-of-nature.ts";
import { PAGES_OF_UNITS } from "./pages-of-units.ts";
import { type SampleCitation, type SamplePage, samplePageHtml } from "./sample-page.ts";

/** The pages that demo mode searches. */
export const SAMPLE_PAGES: readonly SamplePage[] = [
	...PAGES_OF_UNITS,
	...PAGES_OF_NATURE,
	...PAGES_OF_ANIMALS,
];

const CITATIONS = new Map<string, SampleCitation[]>();
for (const { says } of SAMPLE_PAGES)
	for (const { statement, ...citation } of says) {
		const key = foldText(statement);
		CITATIONS.set(key, [...(CITATIONS.get(key) ?? []), citation]);
	}

/** The marked sentences of all pages for a sample's statement. */
export function sampleCitations(statement: string): SampleCitation[] {
	return CITATIONS.get(foldText(statement)) ?? [];
}

/** Forbids all scripts and subresources. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the sample pages that demo mode's evidence links to. */
export const samplePages = new Hono<AppEnv>().get("/:name", (c) => {
	const name = c.req.param("name");
	const page = SAMPLE_PAGES.find((it) => it.name === name);
	if (!page || page.unopened) return c.notFound();
	return c.body(samplePageHtml(page), 200, {
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": POLICY,
		"x-content-type-options": "nosniff",
		"referrer-policy": "no-referrer",
		"cache-control": "public, max-age=300",
	});
});
