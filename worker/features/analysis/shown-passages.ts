import type { FoundPassage } from "#contract/evidence.ts";
import { shownAddress } from "#features/samples/sample-page.ts";
import { givenPassages } from "./given-to-raters.ts";
import type { LiveRun } from "./live-run.ts";

/** As many as readers compare by eye. */
const MAX_SHOWN = 3;

/**
 * The best passages for readers to judge by where no model does: those that raters would be given
 * first. Passages that only a member's page has are not among them.
 */
export function shownPassages(run: LiveRun, statement: number): FoundPassage[] {
	const { given } = givenPassages(run, statement, 1);
	const found = given.filter(({ by_member }) => !by_member).slice(0, MAX_SHOWN);
	return found.flatMap(({ page_id, passage }) => {
		const read = run.reads.get(page_id);
		if (!read?.ok) return [];
		const { final_url, title, site, kind, published_at } = read.facts;
		const url = shownAddress(final_url);
		return [{ url, title, site, kind, published_at, text: passage.text }];
	});
}
