import * as z from "zod";
import type { FactCheckReview } from "#contract/evidence.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { addressWith, askJsonApi } from "./ask-api.ts";
import type { EvidenceSource, Hit } from "./evidence-source.ts";
import { openWebPage, PageTitle, PageUrl, readEntries, webHit } from "./web-pages.ts";
import { readDay } from "./written-day.ts";

const MAX_CLAIMS = 5;
/** Ratings and publishers' names are a few words long. */
const MAX_WORD_CHARS = 120;
const MAX_CLAIM_CHARS = 500;

const line = (most: number) =>
	z
		.string()
		.transform((text) => cutAtWord(visibleText(text).trim(), most))
		.pipe(z.string().min(1));

/** https://developers.google.com/fact-check/tools/api/reference/rest/v1alpha1/claims; empty if nothing was found. */
const Found = z.object({ claims: z.array(z.unknown()).default([]) });
const Claim = z.object({
	text: line(MAX_CLAIM_CHARS),
	claimReview: z.array(z.unknown()).default([]),
});
const Review = z.object({
	url: PageUrl,
	title: PageTitle,
	publisher: z
		.object({
			name: line(MAX_WORD_CHARS).nullable().catch(null),
			site: line(MAX_WORD_CHARS).nullable().catch(null),
		})
		.catch({ name: null, site: null }),
	textualRating: line(MAX_WORD_CHARS).nullable().catch(null),
	reviewDate: z.string().nullable().catch(null),
});

/**
 * Searches published fact checks that Google lists. Each is opened like any other page. Its rating
 * is shown as the publisher's; raters do not see it, and it never becomes a verdict.
 */
export function createFactChecks(base_url: string, api_key: string): EvidenceSource {
	return {
		id: "factcheck",
		asks: "neutral",
		covers: () => true,

		async search({ neutral, language }, context) {
			const [languageCode = ""] = language?.split("-") ?? [];
			const url = addressWith(`${base_url}/claims:search`, {
				query: neutral,
				pageSize: String(MAX_CLAIMS),
				...(languageCode && { languageCode }),
			});
			// Sent as a header, because addresses are logged.
			const headers = { "x-goog-api-key": api_key };
			const found = await askJsonApi("factcheck", { url, headers }, Found, context);
			if (!found.ok) return found;
			const claims = readEntries(found.answer.claims, Claim);
			return { ok: true, hits: claims.flatMap(reviewsOf) };
		},

		open: openWebPage,
	};
}

function reviewsOf({ text, claimReview }: z.infer<typeof Claim>): Hit[] {
	return readEntries(claimReview, Review).map((entry) =>
		webHit("factcheck", entry, reviewOf(text, entry)),
	);
}

/** null without a rating or a publisher. */
function reviewOf(
	claim: string,
	{ publisher, textualRating: rating, reviewDate }: z.infer<typeof Review>,
): FactCheckReview | null {
	const name = publisher.name ?? publisher.site;
	if (rating === null || name === null) return null;
	const reviewed_at = reviewDate === null ? null : readDay(reviewDate);
	return { claim, publisher: name, rating, reviewed_at };
}
