import { searchTerms } from "#features/evidence/passages.ts";
import { planWithoutModel } from "#features/evidence/search-plan.ts";
import { FOOL_ME_TWICE, readClaims } from "./aimed.ts";
import { isInHalf, share, type Topic } from "./topic.ts";

/** A search wants every word of a query on the page, so a longer one finds nothing. */
const MAX_WORDS = 6;

/** Whether the query that a statement makes without a model would find the page it is about. */
export const OWN_QUERIES: Topic = {
	name: "queries without a plan",
	needs: [FOOL_ME_TWICE],
	async measure(pathOf, half) {
		const claims = readClaims(pathOf(FOOL_ME_TWICE)).filter(({ id }) => isInHalf(id, half));
		return [
			share(
				{
					figure: `has the page's title in at most ${MAX_WORDS} words`,
					set: "Fool Me Twice",
					aim: { at_least: 0.5 },
				},
				claims.map(({ text, wikipedia_page }) =>
					names(planWithoutModel(text).neutral, wikipedia_page),
				),
			),
		];
	},
};

/** Words that a search leaves out. */
const STOP_WORDS = new Set([
	"the",
	"a",
	"an",
	"of",
	"in",
	"on",
	"at",
	"for",
	"and",
	"or",
	"to",
	"by",
]);

function names(query: string, title: string): boolean {
	const terms = new Set(searchTerms(query));
	const wanted = searchTerms(title.replace(/ \(.*\)$/, ""));
	const has = (term: string) => STOP_WORDS.has(term) || terms.has(term);
	return query.split(" ").length <= MAX_WORDS && wanted.every(has);
}
