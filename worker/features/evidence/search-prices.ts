import { SOURCE_IDS, type SourceId } from "#contract/verdicts.ts";

/** USD for a thousand searches, by source. */
export type SearchPrices = readonly (readonly [SourceId, number])[];

/** List prices. https://api-dashboard.search.brave.com/app/plans, read 2026-11 */
const LIST_PRICES: SearchPrices = [["brave", 5]];

const ENTRY = /^(?<source>[a-z]{1,20})=(?<usd>\d{1,6}(?:\.\d{1,6})?)$/;

/** An operator's own prices, `source=USD` with commas; null if one cannot be read. */
export function parseSearchPrices(text: string): [SourceId, number][] | null {
	const prices: [SourceId, number][] = [];
	for (const part of text.split(",").filter((it) => it.trim() !== "")) {
		const found = ENTRY.exec(part.trim())?.groups;
		const source = SOURCE_IDS.find((id) => id === found?.source);
		if (!source) return null;
		prices.push([source, Number(found?.usd)]);
	}
	return prices;
}

/**
 * The price of one search in USD; null for a source without a price, whose searches are neither
 * counted nor limited. A price of 0 counts, because free plans have limits too.
 */
export function searchPrice(source: SourceId, own: SearchPrices): number | null {
	const found = [...own, ...LIST_PRICES].find(([id]) => id === source);
	return found ? found[1] / 1_000 : null;
}
