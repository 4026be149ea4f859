import {
	fillHashes,
	lookUpIds,
	lookUpPrefix,
} from "#features/reports/lookup.ts";
import type { Base } from "./base.ts";

/** A prefix of four digits has some fifteen of a million results behind it. */
const MAX_RESULTS = 500;
/** A million results are through within two days. */
const FILLED_A_MINUTE = 500;

/** Reads that everybody may make; they decide nothing, so they go from route to store. */
export function composeLookups({ db, view }: Base) {
	return {
		byIds: (ids: readonly string[]) => lookUpIds(db, ids, view),
		byPrefix: (prefix: string) =>
			lookUpPrefix(db, prefix, { limit: MAX_RESULTS, view }),
		fill: () => fillHashes(db, FILLED_A_MINUTE),
	};
}
