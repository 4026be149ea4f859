import type { FactCheckReview } from "#contract/evidence.ts";
import { cutAtWord, visibleText } from "#text/clean.ts";
import { siteOf } from "./page-site.ts";
import { readDay } from "./written-day.ts";

/** A page's own fact checks: schema.org's ClaimReview in its JSON-LD. */

/** A claim is a sentence or two. */
const MAX_CLAIM_CHARS = 500;
/** Ratings and publishers' names are a few words long. */
const MAX_WORD_CHARS = 120;
/** Invisible characters are removed before a text is cut, so more is read than kept. */
const READ_SHARE = 4;

/** A fact check that a page declares; `url` is the address that the declaration gives, if any. */
export type DeclaredReview = FactCheckReview & { url: string | null };

type Thing = Record<string, unknown>;

/**
 * Reads one ClaimReview. null unless it has a claim, a publisher and a rating in words: a bare
 * number means something only on the publisher's own scale.
 */
export function readClaimReview(node: Thing): DeclaredReview | null {
	const item = first(node.itemReviewed);
	const claim =
		line(node.claimReviewed, MAX_CLAIM_CHARS) ??
		line(item?.text, MAX_CLAIM_CHARS) ??
		line(item?.name, MAX_CLAIM_CHARS);
	const rating = first(node.reviewRating);
	const words = line(rating?.alternateName, MAX_WORD_CHARS) ?? line(rating?.name, MAX_WORD_CHARS);
	const publisher = publisherOf(node);
	if (claim === null || words === null || publisher === null) return null;
	const { datePublished, url } = node;
	return {
		claim,
		publisher,
		rating: words,
		reviewed_at: typeof datePublished === "string" ? readDay(datePublished.slice(0, 100)) : null,
		url: typeof url === "string" ? url.slice(0, 2_048) : null,
	};
}

/** The organisation; a person only if no organisation is named. */
function publisherOf({ author, publisher }: Thing): string | null {
	const named = (value: unknown) =>
		line(first(value)?.name, MAX_WORD_CHARS) ?? line(value, MAX_WORD_CHARS);
	const person = first(author)?.["@type"] === "Person";
	return person ? (named(publisher) ?? named(author)) : (named(author) ?? named(publisher));
}

/** A page may list reviews of other sites; only those that it publishes itself are its own. */
export function ownReviews(
	declared: readonly DeclaredReview[],
	/** The page's registrable domain. */
	site: string,
): FactCheckReview[] {
	return declared
		.filter(({ url }) => url === null || !/^https?:/i.test(url) || siteOf(url) === site)
		.map(({ url: _, ...review }) => review);
}

/** The value, or the first of several, if it is an object. */
function first(value: unknown): Thing | null {
	const [one] = Array.isArray(value) ? value : [value];
	return typeof one === "object" && one !== null && !Array.isArray(one) ? { ...one } : null;
}

/** A text, or the first of several, as one visible line; null if nothing is left of it. */
function line(value: unknown, most: number): string | null {
	const [one] = Array.isArray(value) ? value : [value];
	if (typeof one !== "string") return null;
	return cutAtWord(visibleText(one.slice(0, READ_SHARE * most)), most) || null;
}
